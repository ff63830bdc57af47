/** Picked records as a select: shows the chosen one, or a count and chips when there are several. */
import type { ReactNode } from 'react';
import { useLocale } from '../../../data/useLocale.ts';
import { entityLabel } from '../../../data/entities.ts';
import type { CompiledEntity } from '../../../language/compiled.ts';
import type { PickerProps } from '../../../registry/define.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { CONTROL } from '../../../ui/input.tsx';
import { InnerButton } from '../../date-input/DateInput.tsx';
import { OpenButton } from './OpenButton.tsx';
import { RecordLabel } from './RecordLabel.tsx';
import { usePicked } from './usePicked.ts';

export function ReferenceSelect(props: PickerProps): ReactNode {
  const { t } = useLocale();
  const { label, entity, multiple, onChange, disabled } = props;
  const { chosen, keyOf, known, pick, drop } = usePicked(props);

  return (
    <span className="relative block">
      <OpenButton
        field={props}
        onClick={() => void pick()}
        className={cx(
          CONTROL,
          'flex h-9 items-center text-left',
          !disabled && 'bg-surface!',
          chosen.length && !disabled ? 'pr-15' : 'pr-9',
        )}
      >
        {chosen.length ? (
          <span className="min-w-0 truncate">
            {chosen.length > 1 ? (
              t('engine.picker.chosen', { count: chosen.length })
            ) : (
              <RecordLabel entity={entity} item={chosen[0]} known={known.get(keyOf(chosen[0]))} />
            )}
          </span>
        ) : (
          <span className="truncate text-faint">{t('engine.picker.choose')}</span>
        )}
      </OpenButton>
      <span className="absolute inset-y-0 right-1 flex items-center">
        {chosen.length > 0 && !disabled && (
          <InnerButton
            icon="close"
            label={t('engine.picker.clear', { label })}
            onClick={() => onChange(multiple ? [] : null)}
          />
        )}
        <span className="pointer-events-none flex size-7 items-center justify-center text-muted">
          <Icon name="list" size={16} />
        </span>
      </span>
      {multiple && chosen.length > 1 && !disabled && (
        <Chips entity={entity} items={chosen} known={known} keyOf={keyOf} onDrop={drop} />
      )}
    </span>
  );
}

interface ChipsProps {
  entity: CompiledEntity;
  items: unknown[];
  known: ReadonlyMap<unknown, string>;
  keyOf(item: unknown): unknown;
  onDrop(item: unknown): void;
}

/** Chips of the chosen records, each with a button that removes it. */
function Chips({ entity, items, known, keyOf, onDrop }: ChipsProps): ReactNode {
  const { t } = useLocale();
  return (
    <ul className="mt-1 flex flex-wrap gap-1">
      {items.map((item) => (
        <li
          key={String(keyOf(item))}
          className="inline-flex max-w-full items-center gap-1 rounded bg-hover py-0.5 pl-2 text-sm"
        >
          <span className="truncate">
            <RecordLabel entity={entity} item={item} known={known.get(keyOf(item))} />
          </span>
          <button
            type="button"
            aria-label={t('engine.picker.remove', {
              name: known.get(keyOf(item)) ?? entityLabel(entity, item) ?? '',
            })}
            onClick={() => onDrop(item)}
            className="flex size-6 items-center justify-center rounded text-muted hover:text-ink"
          >
            <Icon name="close" size={16} />
          </button>
        </li>
      ))}
    </ul>
  );
}
