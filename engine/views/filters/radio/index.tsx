import { useLocale } from '../../../data/useLocale.ts';
import { defineFilter, type FilterProps } from '../../../registry/define.ts';
import { cx } from '../../../ui/cx.ts';

/** One value of a few, all visible. */
function RadioFilter({ id, filter, value, onChange, items = [], disabled }: FilterProps) {
  const { t } = useLocale();
  // With a default value no choice "any" is needed.
  const choices = filter.defaultValue
    ? items
    : [{ value: undefined, label: t('engine.filter.any') }, ...items];
  return (
    <span className="inline-flex h-9 flex-wrap rounded-md border border-field bg-surface p-0.5">
      {choices.map((item) => {
        const chosen = (value ?? undefined) === item.value;
        return (
          <label
            key={String(item.value)}
            className={cx(
              'inline-flex cursor-pointer items-center rounded px-2.5 text-sm has-focus-visible:outline-2',
              chosen ? 'bg-accent-soft font-medium text-ink' : 'text-muted hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={id}
              className="sr-only"
              checked={chosen}
              disabled={disabled}
              onChange={() => onChange(item.value)}
            />
            {item.label}
          </label>
        );
      })}
    </span>
  );
}

export default defineFilter({ name: 'radio', component: RadioFilter });
