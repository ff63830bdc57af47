/** Operations on the items of a list, common to all list fields. */
import { useState } from 'react';
import { useLocale } from '../../../../data/useLocale.ts';
import type { FieldProps } from '../../../../registry/define.ts';
import { useForm } from '../../context.ts';
import { itemTitle } from '../../itemTitle.ts';
import { defaultsOf } from '../../schemas.ts';
import { optionKey } from '../control.ts';

export function useItems(props: FieldProps) {
  const { t } = useLocale();
  const { id, field, label, value, onChange, onBlur, disabled, readOnly } = props;
  const form = useForm();
  // Removing an item moves those below it; the text typed into their controls must move with them.
  const [turn, setTurn] = useState(0);
  const list = Array.isArray(value) ? (value as unknown[]) : [];
  const key = id.slice(form.id.length + 1);
  return {
    list,
    /** No items can be added or removed. */
    fixed: disabled || readOnly,
    /** Key of the list in the form; items are `KEY.0`, `KEY.1` … */
    key,
    /** React key of an item: it changes when another item moves to the index. */
    itemKey: (i: number) => `${turn} ${i}`,
    titleOf: (i: number) => itemTitle(t, field, label, i),
    addLabel: t(optionKey(props, 'add') ?? 'engine.form.list.add'),
    add: () => {
      onChange([...list, defaultsOf(field.schema.items ?? {}) ?? {}]);
      form.focusItem(`${key}.${list.length}`);
    },
    remove: (i: number) => {
      form.controller.removeItem(key, i);
      setTurn(turn + 1);
      onBlur();
      // The focused element was removed; the add button is always rendered.
      document.getElementById(id)?.focus();
    },
  };
}
