import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { useWords } from '../words.ts';

/** One value of a few, all visible. */
function RadioField({ id, field, value, onChange, onBlur, disabled, readOnly, items = [] }: FieldProps) {
  const { wordOf, valueOf } = useWords(field);
  const word = wordOf(value);
  return (
    <span className="flex min-h-9 flex-wrap items-center gap-x-5 gap-y-1" onBlur={onBlur}>
      {items.map((item) => (
        <label key={String(item.value)} className="inline-flex min-h-6 cursor-pointer items-center gap-2">
          <input
            type="radio"
            name={id}
            className="size-4 shrink-0 cursor-pointer accent-accent-strong disabled:cursor-default"
            checked={word === item.value}
            disabled={disabled || readOnly}
            onChange={() => onChange(valueOf(item))}
          />
          {item.label}
        </label>
      ))}
    </span>
  );
}

export default defineField({ name: 'radio', component: RadioField });
