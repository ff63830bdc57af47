import { useEffect, useRef } from 'react';
import { useLocale } from '../../../../data/useLocale.ts';
import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { ItemList } from '../list/ItemList.tsx';
import { useItems } from '../list/items.ts';
import { crossingOf } from './periods.ts';

/** Periods every day, every week or in numbered weeks; overlapping ones are reported on blur. */
function ScheduleField(props: FieldProps) {
  const { t } = useLocale();
  const { onUnread, unread } = props;
  const { list, titleOf } = useItems(props);
  const crossing = crossingOf(list);
  const tell = () => {
    const why = ([first, second]: [number, number]) =>
      t('engine.schedule.crossing', { first: titleOf(first), second: titleOf(second) });
    onUnread(crossing && { text: '', why: () => why(crossing) });
  };
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  // A reported overlap is updated immediately.
  const told = unread !== undefined;
  const place = crossing?.join(' ');
  useEffect(() => {
    if (told) latest.current();
  }, [told, place]);
  return (
    <div
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) tell();
      }}
    >
      <ItemList {...props} titled {...(told && crossing ? { marked: crossing } : {})} />
    </div>
  );
}

export default defineField({ name: 'schedule', component: ScheduleField });
