/** The forms of a step: its view, or those in its stacks. */
import type { CompiledForm, CompiledView } from '../../language/compiled.ts';

/**
 * Returns them in their order. Forms in tabs, tables and widgets are not rendered while they are not visible, and keep
 * their own button. A conditional form is left out, too: a step must not wait for a form that it does not show.
 */
export function formsOf(view: CompiledView): readonly CompiledForm[] {
  if (view.type === 'form') return [view];
  if (view.type !== 'stack') return [];
  return view.items.flatMap((item) => (item.visibleWhen || item.view.visibleWhen ? [] : formsOf(item.view)));
}
