import { useContext } from 'react';
import { t } from '../../../../data/locale.ts';
import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { PrefixContext } from '../../context.ts';
import { Layout } from '../../Layout.tsx';
import { useItems } from './items.ts';

/** A list of groups of fields, each laid out as `items` says. */
function ListField(props: FieldProps) {
  const { id, field } = props;
  const prefix = useContext(PrefixContext);
  const { list, fixed, key, itemKey, titleOf, addLabel, add, remove } = useItems(props);
  const pattern = `${prefix.replace(/\.\d+\./g, '.*.')}${field.path.join('.')}.*.`;
  return (
    <div className="flex flex-col gap-3">
      {list.map((_, i) => (
        <fieldset
          key={itemKey(i)}
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
              onClick={() => remove(i)}
            />
          )}
        </fieldset>
      ))}
      {!fixed && (
        <Button id={id} icon="plus" className="self-start" aria-describedby={props.describedBy} onClick={add}>
          {addLabel}
        </Button>
      )}
    </div>
  );
}

export default defineField({ name: 'list', component: ListField });
