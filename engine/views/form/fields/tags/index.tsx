import { useState, type KeyboardEvent } from 'react';
import { useLocale } from '../../../../data/useLocale.ts';
import { typeWord } from '../../../../language/schema.ts';
import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { Input } from '../../../../ui/input.tsx';
import { parseNumber } from '../../numbers.ts';
import { controlProps, optionKey } from '../control.ts';

/** A list of texts or numbers: Enter or a comma adds the typed one. */
function TagsField(props: FieldProps) {
  const { t } = useLocale();
  const { field, value, onChange, disabled, readOnly } = props;
  const [text, setText] = useState('');
  const list = Array.isArray(value) ? (value as unknown[]) : [];
  const fixed = disabled || readOnly;
  const type = typeWord(field.schema.items ?? {}, {});
  const numeric = type === 'number' || type === 'integer';
  const placeholder = optionKey(props, 'placeholder');
  const add = () => {
    const word = text.trim();
    if (!word) return;
    const next = numeric ? (parseNumber(word, type === 'integer') ?? word) : word;
    setText('');
    if (!list.includes(next)) onChange([...list, next]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A comma within a number is its decimal separator.
    if (event.key === 'Enter' ? text.trim() !== '' : event.key === ',' && !numeric) {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && text === '' && list.length) onChange(list.slice(0, -1));
  };
  return (
    <div className="flex flex-col gap-1.5">
      <Input
        {...controlProps(props)}
        value={text}
        placeholder={t(placeholder ?? 'engine.form.tags.add')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          add();
          props.onBlur();
        }}
      />
      {list.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {list.map((word, i) => (
            <li
              key={`${i} ${String(word)}`}
              className="inline-flex max-w-full items-center rounded bg-hover py-0.5 pl-2 text-sm"
            >
              <span className="truncate pr-2">{String(word)}</span>
              {!fixed && (
                <button
                  type="button"
                  aria-label={t('engine.form.tags.remove', { name: String(word) })}
                  onClick={() => onChange(list.filter((_, at) => at !== i))}
                  className="flex size-6 items-center justify-center rounded text-muted hover:text-ink"
                >
                  <Icon name="close" size={16} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export default defineField({ name: 'tags', component: TagsField });
