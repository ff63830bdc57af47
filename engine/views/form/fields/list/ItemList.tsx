/** The items of a list below one another, each with the layout `items`. */
import type { ReactNode } from 'react';
import { useLocale } from '../../../../data/useLocale.ts';
import type { FieldProps } from '../../../../registry/define.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { cx } from '../../../../ui/cx.ts';
import { PrefixContext } from '../../context.ts';
import { Layout } from '../../Layout.tsx';
import { useItems } from './items.ts';

interface Props extends FieldProps {
  /** Items have visible titles. */
  titled?: boolean;
  /** Indexes of the items that contradict each other. */
  marked?: readonly number[];
}

export function ItemList({ titled, marked, ...props }: Props): ReactNode {
  const { t } = useLocale();
  const { id, field } = props;
  const { list, fixed, key, itemKey, titleOf, addLabel, add, remove } = useItems(props);
  return (
    <div className="flex flex-col gap-3">
      {list.map((_, i) => (
        <fieldset
          key={itemKey(i)}
          aria-label={titleOf(i)}
          className={cx(
            'flex min-w-0 items-start gap-3 rounded-md border p-3',
            marked?.includes(i) ? 'border-danger' : 'border-line',
          )}
        >
          <div className="flex min-w-0 flex-1 flex-col gap-4">
            {titled && <p className="font-medium">{titleOf(i)}</p>}
            <PrefixContext value={`${key}.${i}.`}>
              <Layout items={field.items ?? []} at={`${key}.${i}.`} columns={1} />
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
