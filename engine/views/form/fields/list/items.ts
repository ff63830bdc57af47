/** What every field of a list does with its items, however it draws them. */
import { useState } from 'react';
import { useLocale } from '../../../../data/useLocale.ts';
import type { FieldProps } from '../../../../registry/define.ts';
import { useForm } from '../../context.ts';
import { defaultsOf } from '../../schemas.ts';
import { optionKey } from '../control.ts';

export function useItems(props: FieldProps) {
  const { t } = useLocale();
  const { id, field, label, value, onChange, onBlur, disabled, readOnly } = props;
  const form = useForm();
  // Taking an item away moves those below it; what is half typed in them must not stay behind.
  const [turn, setTurn] = useState(0);
  const list = Array.isArray(value) ? (value as unknown[]) : [];
  const key = id.slice(form.id.length + 1);
  return {
    list,
    /** Nothing may be added or taken away. */
    fixed: disabled || readOnly,
    /** Key of the list in the form; items are `KEY.0`, `KEY.1` … */
    key,
    /** React's key of an item: another one once its place holds another item. */
    itemKey: (i: number) => `${turn} ${i}`,
    titleOf: (i: number) => t(optionKey(props, 'item') ?? 'engine.form.list.item', { number: i + 1, label }),
    addLabel: t(optionKey(props, 'add') ?? 'engine.form.list.add'),
    add: () => {
      onChange([...list, defaultsOf(field.schema.items ?? {}) ?? {}]);
      form.focusItem(`${key}.${list.length}`);
    },
    remove: (i: number) => {
      onChange(list.filter((_item, at) => at !== i));
      setTurn(turn + 1);
      onBlur();
      // What had the focus is gone; adding is what stands there always.
      document.getElementById(id)?.focus();
    },
  };
}
