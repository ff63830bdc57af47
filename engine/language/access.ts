/**
 * Compares what is told twice by nature: the gate of a screen and the gates of the operations that it needs on
 * sight. A screen must not admit an account that one of them would refuse.
 */
import { accessBelow } from './children.ts';
import type { Catalogue, LoadedScreen } from './catalogue.ts';
import type { CompiledRoute, ScreenEntry } from './compiled.ts';
import type { Context, OperationUse } from './context.ts';

export interface ScreenAccess {
  entry: ScreenEntry;
  context: Context;
  screen: LoadedScreen;
}

export function checkAccess(all: ReadonlyMap<string, ScreenAccess>, catalogue: Catalogue): void {
  for (const one of all.values()) {
    if (one.entry.public) checkPublic(one);
    else for (const route of one.entry.routes) checkRoute(one, route, all, catalogue);
  }
}

function checkPublic({ context }: ScreenAccess): void {
  for (const { operation, place } of onSight(context))
    if (operation.scope !== 'public')
      context.report('access-too-wide', place, {
        received: operation.id,
        expected: 'an operation open without sign-in',
      });
}

function checkRoute(
  one: ScreenAccess,
  route: CompiledRoute,
  all: ReadonlyMap<string, ScreenAccess>,
  catalogue: Catalogue,
): void {
  const { context } = one;
  const admits = admitted(one, route, all);
  const instanceTypes = route.instanceTypes.length ? route.instanceTypes : catalogue.instanceTypes;
  const check = ({ operation, place, access }: OperationUse) => {
    const who = access.length ? access : admits;
    const refused =
      operation.permissions.length === 0
        ? []
        : who === 'all'
          ? ['any account']
          : who.filter((p) => !operation.permissions.includes(p));
    const closed =
      operation.instanceTypes && instanceTypes.filter((t) => !operation.instanceTypes!.includes(t));
    if (refused.length)
      context.report('access-too-wide', place, {
        received: operation.id,
        expected: operation.permissions.join(' or '),
        note: `${route.path} admits ${refused.join(', ')}`,
      });
    else if (closed?.length)
      context.report('access-too-wide', place, {
        received: operation.id,
        expected: `instance type ${operation.instanceTypes!.join(' or ')}`,
        note: `${route.path} admits ${closed.join(', ')}`,
      });
  };
  onSight(context).forEach(check);
  for (const { screen: dialog, place } of dialogsOf(context, all))
    for (const use of onSight(all.get(dialog)!.context)) check({ ...use, place });
}

function onSight(context: Context): OperationUse[] {
  return context.uses.filter((use) => use.onSight);
}

/** Dialogs that a screen may open, and those that they open in turn, told at the screen's own place. */
function dialogsOf(context: Context, all: ReadonlyMap<string, ScreenAccess>): Context['opens'] {
  const found = new Map<string, Context['opens'][number]>();
  const visit = (from: Context, place?: Context['opens'][number]['place']): void => {
    for (const open of from.opens) {
      const next = all.get(open.screen);
      if (!next || found.has(open.screen)) continue;
      found.set(open.screen, { ...open, place: place ?? open.place });
      visit(next.context, place ?? open.place);
    }
  };
  visit(context);
  return [...found.values()];
}

/** Permissions any of which opens the route: its own and its children's; `all` when it asks for none. */
function admitted(
  { entry }: ScreenAccess,
  route: CompiledRoute,
  all: ReadonlyMap<string, ScreenAccess>,
): string[] | 'all' {
  if (route.access.length === 0) return 'all';
  const entries = [...all.values()].map((one) => one.entry);
  return [...new Set([...route.access, ...accessBelow(entry, entries)])];
}
