/** Elements outside any screen: the layout, and the target screen of a link in it. */
import type { CompiledRoute, ScreenEntry } from '../language/compiled.ts';
import { match } from '../routing/table.ts';
import { ProductContext } from '../shell/facts.ts';
import { around, contextIn } from './fiber.ts';

export interface Leading {
  entry: ScreenEntry;
  route: CompiledRoute;
}

/** The target screen of the nearest link: a menu entry, a tab, a breadcrumb, a link in a row. */
export function leadingTo(element: Element): Leading | undefined {
  const link = element.closest<HTMLAnchorElement>('a[href]');
  const product = contextIn(around(element), ProductContext);
  if (!link || !product || link.origin !== window.location.origin) return undefined;
  return match(product.routes, link.pathname);
}

/** The part of the layout that contains an element: `menu`, `toasts`, `breadcrumbs`. */
export const frameOf = (element: Element): string | undefined =>
  element.closest<HTMLElement>('[data-part]')?.dataset['part'];
