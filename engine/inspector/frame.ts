/** What stands in no screen: the portal's frame, and the screen that a link of it leads to. */
import type { CompiledRoute, ScreenEntry } from '../language/compiled.ts';
import { match } from '../routing/table.ts';
import { ProductContext } from '../shell/facts.ts';
import { around, contextIn } from './fiber.ts';

export interface Leading {
  entry: ScreenEntry;
  route: CompiledRoute;
}

/** The screen of the nearest link: an entry of the menu, a tab, a crumb, a link in a row. */
export function leadingTo(element: Element): Leading | undefined {
  const link = element.closest<HTMLAnchorElement>('a[href]');
  const product = contextIn(around(element), ProductContext);
  if (!link || !product || link.origin !== window.location.origin) return undefined;
  return match(product.routes, link.pathname);
}

/** The part of the frame that an element stands in: `menu`, `toasts`, `breadcrumbs`. */
export const frameOf = (element: Element): string | undefined =>
  element.closest<HTMLElement>('[data-part]')?.dataset['part'];
