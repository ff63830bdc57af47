/**
 * What React stores on DOM elements: the props and contexts around an element. Own attributes would add to the size of
 * every page and could contain neither the scope nor the row. A test checks this with the installed React.
 */
interface Fiber {
  type: unknown;
  memoizedProps: Record<string, unknown> | null;
  return: Fiber | null;
}

export interface Around {
  type: unknown;
  props: Record<string, unknown>;
}

/** Returns every component, element and context around an element, nearest first. */
export function around(element: Element): Around[] {
  const found: Around[] = [];
  for (let fiber = fiberOf(element); fiber; fiber = fiber.return)
    if (fiber.memoizedProps && typeof fiber.memoizedProps === 'object')
      found.push({ type: fiber.type, props: fiber.memoizedProps });
  return found;
}

/** The value of the nearest provider of a context. */
export function contextIn<T>(list: readonly Around[], context: React.Context<T>): T | undefined {
  return list.find(({ type }) => type === context)?.props['value'] as T | undefined;
}

/** The fiber of the element, or of the nearest ancestor that React rendered. */
function fiberOf(element: Element): Fiber | null {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const key = Object.keys(at).find((name) => name.startsWith('__reactFiber$'));
    if (key) return (at as unknown as Record<string, Fiber>)[key]!;
  }
  return null;
}
