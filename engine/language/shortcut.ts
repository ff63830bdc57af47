/** Letter keys of actions. */
import type { Site } from './site.ts';
import type { Action } from '../../schemas/generated/language.ts';

/** Reports a key where it has no effect: keys work for buttons of a toolbar, not for follow-up actions or row menus. */
export function withoutShortcut(site: Site<Action>): void {
  const common = site.as(site.config as { shortcut?: unknown });
  if (common.config.shortcut !== undefined)
    common.at('shortcut').report('no-effect', { received: 'shortcut', expected: 'a button of a bar' });
}
