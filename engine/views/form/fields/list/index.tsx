import { useContext, useState } from 'react';
import { t } from '../../../../data/locale.ts';
import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { PrefixContext, useForm } from '../../context.ts';
import { Layout } from '../../Layout.tsx';
import { defaultsOf } from '../../schemas.ts';
import { optionKey } from '../control.ts';

/** A list of groups of fields, each laid out as `items` says. */
function ListField(props: FieldProps) {
  const { id, field, label, value, onChange, onBlur, disabled, readOnly } = props;
  const form = useForm();
  const prefix = useContext(PrefixContext);
  // Taking an item away moves those below it; what is half typed in them must not stay behind.
  const [turn, setTurn] = useState(0);
  const list = Array.isArray(value) ? (value as unknown[]) : [];
  const fixed = disabled || readOnly;
  const key = id.slice(form.id.length + 1);
  const pattern = `${prefix.replace(/\.\d+\./g, '.*.')}${field.path.join('.')}.*.`;
  const titleOf = (i: number) =>
    t(optionKey(props, 'item') ?? 'engine.form.list.item', { number: i + 1, label });
  return (
    <div className="flex flex-col gap-3">
      {list.map((_, i) => (
        <fieldset
          key={`${turn} ${i}`}
          aria-label={titleOf(i)}
          className="flex min-w-0 items-start gap-3 rounded-md border border-line p-3"
        >
          <div className="flex min-w-0 flex-1 flex-col gap-4">
            <PrefixContext value={`${key}.${i}.`}>
              <Layout items={field.items ?? []} at={pattern} columns={1} />
            </PrefixContext>
          </div>
          {!fixed && (
            <IconButton
              icon="trash"
              label={t('engine.form.list.remove', { title: titleOf(i) })}
              onClick={() => {
                onChange(list.filter((_item, at) => at !== i));
                setTurn(turn + 1);
                onBlur();
              }}
            />
          )}
        </fieldset>
      ))}
      {!fixed && (
        <Button
          id={id}
          icon="plus"
          className="self-start"
          aria-describedby={props.describedBy}
          onClick={() => onChange([...list, defaultsOf(field.schema.items ?? {}) ?? {}])}
        >
          {t(optionKey(props, 'add') ?? 'engine.form.list.add')}
        </Button>
      )}
    </div>
  );
}

export default defineField({ name: 'list', component: ListField });
