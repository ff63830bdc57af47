/** Picked records as a list, each with a button that removes it, and a button below that adds others. */
import type { ReactNode } from 'react';
import { useLocale } from '../../../data/useLocale.ts';
import { entityLabel } from '../../../data/entities.ts';
import type { PickerProps } from '../../../registry/define.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { OpenButton } from './OpenButton.tsx';
import { RecordLabel } from './RecordLabel.tsx';
import { usePicked } from './usePicked.ts';

export function ReferenceList(props: PickerProps): ReactNode {
  const { t } = useLocale();
  const { entity, disabled } = props;
  const { chosen, keyOf, known, pick, drop } = usePicked(props);
  const nameOf = (item: unknown) => known.get(keyOf(item)) ?? entityLabel(entity, item);
  return (
    <div className={cx('rounded-md border bg-surface', props.invalid ? 'border-danger' : 'border-field')}>
      <ul>
        {chosen.map((item) => (
          <li key={String(keyOf(item))} className="flex min-h-9 items-center border-b border-line pl-3">
            <span className="min-w-0 grow truncate">
              <RecordLabel entity={entity} item={item} known={nameOf(item)} />
            </span>
            {!disabled && (
              <button
                type="button"
                aria-label={t('engine.picker.remove', { name: nameOf(item) ?? '' })}
                onClick={() => drop(item)}
                className="flex size-9 shrink-0 items-center justify-center rounded text-muted hover:text-ink"
              >
                <Icon name="close" size={16} />
              </button>
            )}
          </li>
        ))}
      </ul>
      <OpenButton
        field={props}
        onClick={() => void pick(true)}
        className="flex h-9 w-full items-center gap-2 rounded px-3 text-left text-muted hover:text-ink disabled:opacity-60"
      >
        <Icon name="plus" size={16} />
        {t('engine.picker.add')}
      </OpenButton>
    </div>
  );
}
