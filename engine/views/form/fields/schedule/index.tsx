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
  const reportCrossing = () => {
    const why = ([first, second]: [number, number]) =>
      t('engine.schedule.crossing', { first: titleOf(first), second: titleOf(second) });
    onUnread(crossing && { text: '', why: () => why(crossing) });
  };
  const latest = useRef(reportCrossing);
  useEffect(() => {
    latest.current = reportCrossing;
  });
  // A reported overlap is updated immediately.
  const reported = unread !== undefined;
  const place = crossing?.join(' ');
  useEffect(() => {
    if (reported) latest.current();
  }, [reported, place]);
  return (
    <div
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) reportCrossing();
      }}
    >
      <ItemList {...props} titled {...(reported && crossing ? { marked: crossing } : {})} />
    </div>
  );
}

export default defineField({ name: 'schedule', component: ScheduleField });
