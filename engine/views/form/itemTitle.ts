/** The title of an item of a list: the text `item` of the list's options, or its label and the number. */
import type { I18n } from '../../data/i18n.ts';
import type { CompiledField } from '../../language/compiled.ts';
import { optionKey } from './fields/control.ts';

/** @param index of the item, from 0 */
export function itemTitle(t: I18n['t'], field: CompiledField, label: string, index: number): string {
  return t(optionKey({ field }, 'item') ?? 'engine.form.list.item', { number: index + 1, label });
}
