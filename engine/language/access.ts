/**
 * Compares a screen's gate with the gates of the operations that it calls when it opens. A screen must not admit an
 * account that one of these operations would refuse.
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
    else {
      for (const route of one.entry.routes) checkRoute(one, route, all, catalogue);
      checkUse(one, all);
    }
  }
}

/**
 * Reports a gate that admits accounts which may use nothing behind it. A usable child screen counts as use, and so does
 * a form that is read-only for the account: its record is loaded when the screen opens.
 */
function checkUse(one: ScreenAccess, all: ReadonlyMap<string, ScreenAccess>): void {
  const { context, screen, entry } = one;
  const { config, source } = screen;
  const entries = [...all.values()].map((other) => other.entry);
  const below = accessBelow(entry, entries);
  const dialogs = dialogsOf(context, all).flatMap((open) => all.get(open.screen)!.context.uses);
  const tabs = config.view.type === 'tabs' ? (config.view.tabs ?? []) : [];
  const gates: [pointer: string, access: readonly string[] | undefined, uses: readonly OperationUse[]][] = [
    ['/access', config.access, [...context.uses, ...dialogs]],
    ...(config.at ?? []).map(({ access }, i): (typeof gates)[number] => [
      `/at/${i}/access`,
      access,
      [...context.uses, ...dialogs],
    ]),
    ...tabs.map(({ access }, i): (typeof gates)[number] => [
      `/view/tabs/${i}/access`,
      access,
      context.uses.filter((use) => String(use.access) === String(access ?? [])),
    ]),
  ];
  for (const [pointer, access = [], uses] of gates) {
    const guarded = uses.map(({ operation }) => operation.permissions);
    if (!guarded.length || guarded.some((permissions) => permissions.length === 0)) continue;
    access.forEach((word, i) => {
      if (below.includes(word) || guarded.some((permissions) => permissions.includes(word))) return;
      context.report(
        'access-of-no-use',
        { source, pointer: `${pointer}/${i}` },
        {
          received: word,
          expected: [...new Set(guarded.flat())].join(', '),
        },
      );
    });
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
  for (const { screen: dialog, place } of dialogsOf(context, all)) {
    const { context: opened, screen } = all.get(dialog)!;
    const gate = screen.config.access ?? [];
    for (const use of onSight(opened))
      check({ ...use, place, access: use.access.length ? use.access : gate });
  }
}

function onSight(context: Context): OperationUse[] {
  return context.uses.filter((use) => use.onSight);
}

/** Dialogs that a screen may open, and those that they open in turn, each with the place in the screen's own file. */
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

/** Permissions any of which opens the route: its own and its children's; `all` when it requires none. */
function admitted(
  { entry }: ScreenAccess,
  route: CompiledRoute,
  all: ReadonlyMap<string, ScreenAccess>,
): string[] | 'all' {
  if (route.access.length === 0) return 'all';
  const entries = [...all.values()].map((one) => one.entry);
  return [...new Set([...route.access, ...accessBelow(entry, entries)])];
}
