/** The title of an item of a list: the text `item` of the list's options, or its label and the number. */
import type { I18n } from '../../data/i18n.ts';
import type { CompiledField } from '../../language/compiled.ts';

/** @param index of the item, from 0 */
export function itemTitle(t: I18n['t'], { options }: CompiledField, label: string, index: number): string {
  const key = typeof options.item === 'string' ? options.item : 'engine.form.list.item';
  return t(key, { number: index + 1, label });
}
