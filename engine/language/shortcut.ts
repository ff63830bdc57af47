/** Letter keys of actions. */
import type { Site } from './site.ts';
import type { Action } from '../../schemas/generated/language.ts';

/** A key presses a button of a bar: what follows another action has none, nor has a menu that each row has. */
export function withoutShortcut(site: Site<Action>): void {
  const common = site.as(site.config as { shortcut?: unknown });
  if (common.config.shortcut !== undefined)
    common.at('shortcut').report('no-effect', { received: 'shortcut', expected: 'a button of a bar' });
}
