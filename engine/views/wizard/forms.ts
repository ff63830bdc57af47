/** The forms of a step: its view, or those in the stacks that it is made of. */
import type { CompiledForm, CompiledView } from '../../language/compiled.ts';

/**
 * In their order. Forms in tabs, tables and widgets are not there while they are out of sight, and keep their own button.
 * A form in sight only under a condition is left out too: a step must not wait for what it does not show.
 */
export function formsOf(view: CompiledView): readonly CompiledForm[] {
  if (view.type === 'form') return [view];
  if (view.type !== 'stack') return [];
  return view.items.flatMap((item) => (item.visibleWhen || item.view.visibleWhen ? [] : formsOf(item.view)));
}
