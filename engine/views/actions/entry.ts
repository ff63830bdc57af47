/** An action as an entry of a menu. */
import type { Engine } from '../../data/engine.ts';
import type { CompiledAction } from '../../language/compiled.ts';
import type { Scope } from '../../language/evaluate.ts';
import { textIn } from '../../page/text.ts';
import type { MenuEntry } from '../../ui/menu.tsx';
import type { Run } from './run.ts';
import { actionAvailability } from './availability.ts';

/**
 * @param scope scope of its texts and conditions
 * @param local names that the caller adds to the page's scope when it runs
 * @param caption label to use when the action has none
 */
export function entryOf(
  engine: Engine,
  action: CompiledAction,
  scope: Scope,
  run: Run,
  local: Scope | undefined,
  caption = '',
): MenuEntry {
  const { enabled, hint } = actionAvailability(engine, action, scope);
  return {
    id: action.at,
    label: (action.label && textIn(engine.i18n, action.label, scope)) || caption,
    ...(action.icon ? { icon: action.icon } : {}),
    tone: action.tone === 'danger' ? 'danger' : 'default',
    disabled: !enabled,
    ...(hint ? { hint } : {}),
    onSelect: () => void run(action, local),
  };
}
