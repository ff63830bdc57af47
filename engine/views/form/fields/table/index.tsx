import type { ReactNode } from 'react';
import { useLocale } from '../../../../data/useLocale.ts';
import type { CompiledField } from '../../../../language/compiled.ts';
import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { BoundField } from '../../BoundField.tsx';
import { PrefixContext, useForm } from '../../context.ts';
import { keyOf } from '../../paths.ts';
import { fieldsIn } from '../../run.ts';
import { useItems } from '../list/items.ts';
import { totalOf } from './totals.ts';

/** A list as a table: a column per field, a row per item; on a phone each row is a card with labels. */
function TableField(props: FieldProps) {
  const { t } = useLocale();
  const { id, field } = props;
  const { controller } = useForm();
  const { list, fixed, key, itemKey, titleOf, addLabel, add, remove } = useItems(props);
  const fields = fieldsIn(field.items ?? []);
  const totals = (field.options.totals as string[] | undefined) ?? [];
  return (
    <div className="flex flex-col items-start gap-3">
      {list.length > 0 && (
        <table aria-labelledby={`${id}-label`} className="block w-full border-collapse md:table">
          <thead className="hidden md:table-header-group">
            <tr className="text-left text-sm text-muted">
              {fields.map((column) => (
                <th key={keyOf(column.path)} scope="col" className="px-1 pb-1 font-medium">
                  {controller.text(column.label)}
                  {column.required && (
                    <span className="ml-0.5 text-danger" aria-hidden="true">
                      *
                    </span>
                  )}
                </th>
              ))}
              {!fixed && (
                <th scope="col" className="w-9">
                  <span className="sr-only">{t('engine.form.table.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody className="block md:table-row-group">
            {list.map((_, i) => (
              <tr
                key={itemKey(i)}
                aria-label={titleOf(i)}
                className="mb-3 block rounded-md border border-line p-3 align-top md:table-row md:border-0 md:p-0"
              >
                <PrefixContext value={`${key}.${i}.`}>
                  {fields.map((column) => (
                    <Cell key={keyOf(column.path)}>
                      <BoundField field={column} />
                    </Cell>
                  ))}
                </PrefixContext>
                {!fixed && (
                  <td className="block py-1 md:table-cell">
                    <IconButton
                      icon="trash"
                      label={t('engine.form.list.remove', { title: titleOf(i) })}
                      onClick={() => remove(i)}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
          {totals.length > 0 && <Totals fields={fields} totals={totals} list={list} />}
        </table>
      )}
      {!fixed && (
        <Button id={id} icon="plus" aria-describedby={props.describedBy} onClick={add}>
          {addLabel}
        </Button>
      )}
    </div>
  );
}

/** The column header labels its controls; their own labels are visually hidden, as they would repeat it. */
function Cell({ children }: { children: ReactNode }) {
  return (
    <td className="block py-1 md:table-cell md:px-1 md:align-top md:[&_label]:sr-only md:[&>div>span:first-child]:sr-only">
      {children}
    </td>
  );
}

interface TotalsProps {
  fields: readonly CompiledField[];
  totals: readonly string[];
  list: readonly unknown[];
}

function Totals({ fields, totals, list }: TotalsProps) {
  const { t, formatNumber } = useLocale();
  const { controller } = useForm();
  return (
    <tfoot className="block md:table-footer-group">
      <tr className="block font-medium md:table-row">
        {fields.map((column, i) => {
          const path = keyOf(column.path);
          const sum = totals.includes(path);
          return (
            <td key={path} className="block px-1 py-1 tabular-nums md:table-cell">
              {i === 0 && !sum && t('engine.form.table.total')}
              {sum && (
                <>
                  <span className="text-muted md:sr-only">
                    {t('engine.form.table.totalOf', { label: controller.text(column.label) })}{' '}
                  </span>
                  {formatNumber(totalOf(list, path))}
                </>
              )}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}

export default defineField({ name: 'table', component: TableField });
