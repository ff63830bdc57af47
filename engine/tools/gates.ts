/** Who has gained or lost access: gates of screens and of operations. */
import type { ApiOperation } from '../language/api.ts';
import { accessBelow } from '../language/children.ts';
import type { ScreenEntry } from '../language/compiled.ts';
import type { Project } from '../language/project.ts';
import type { Change } from './change.ts';

type Compared = Pick<Project, 'entries' | 'catalogue'>;
type Opening = Pick<Change, 'kind' | 'text'>;

/** A gate admits any of its values; an empty one admits everyone. */
export function openings(before: readonly string[], after: readonly string[], everyone: string): Opening[] {
  if (!before.length && !after.length) return [];
  if (!after.length) return [widened(`it admits ${everyone}, no longer only ${before.join(', ')}`)];
  if (!before.length) return [narrowed(`it admits ${after.join(', ')}, no longer ${everyone}`)];
  const more = after.filter((value) => !before.includes(value));
  const less = before.filter((value) => !after.includes(value));
  return [
    ...(more.length ? [widened(`it also admits ${more.join(', ')}`)] : []),
    ...(less.length ? [narrowed(`it no longer admits ${less.join(', ')}`)] : []),
  ];
}

const widened = (how: string): Opening => ({ kind: 'widened', text: `gate widened: ${how}` });
const narrowed = (how: string): Opening => ({ kind: 'narrowed', text: `gate narrowed: ${how}` });

const EVERY_ACCOUNT = 'every account that is signed in';
const EVERY_KIND = 'every kind of instance';

/** Changes of gates that exist in both states. Screens with the same change, such as tabs, are combined into one. */
export function gateChanges(before: Compared, after: Compared): Change[] {
  const changes = [...screenGates(before, after), ...operationGates(before, after)];
  const combined = new Map<string, Change>();
  for (const change of changes) {
    const same = combined.get(change.text);
    if (same) same.of += `, ${change.of}`;
    else combined.set(change.text, { ...change });
  }
  return [...combined.values()];
}

function screenGates(before: Compared, after: Compared): Change[] {
  return after.entries.flatMap((entry) => {
    const old = before.entries.find(({ id }) => id === entry.id);
    if (!old) return [];
    const place = { file: entry.file, pointer: '/access', of: entry.id };
    return openingsOfScreen([old, before], [entry, after]).map((opening) => ({ ...place, ...opening }));
  });
}

type Placed = [ScreenEntry, Compared];

function openingsOfScreen([old, before]: Placed, [entry, after]: Placed): Opening[] {
  if (entry.public && !old.public) return [widened('it is open without sign-in')];
  if (old.public && !entry.public) return [narrowed('it asks for a sign-in')];
  return entry.routes.flatMap((route, i) => {
    const same = old.routes.find(({ path }) => path === route.path) ?? old.routes[i];
    if (!same) return [];
    return [
      ...openings(admitted(same.access, old, before), admitted(route.access, entry, after), EVERY_ACCOUNT),
      ...openings(same.instanceTypes, route.instanceTypes, EVERY_KIND),
    ];
  });
}

/** Permissions of the route, and those of its children, which also admit. */
function admitted(access: readonly string[], entry: ScreenEntry, { entries }: Compared): string[] {
  return access.length ? [...new Set([...access, ...accessBelow(entry, entries)])] : [];
}

function operationGates(before: Compared, after: Compared): Change[] {
  return [...after.catalogue.api.operations.values()].flatMap((operation) => {
    const old = before.catalogue.api.operations.get(operation.id);
    if (!old) return [];
    const place = { file: operation.file, pointer: '', of: `operation ${operation.id}` };
    return openingsOfOperation(old, operation).map((opening) => ({ ...place, ...opening }));
  });
}

/** From the least to the most access: rows of one's own instance, everyone's rows, access without sign-in. */
const REACH: Record<ApiOperation['scope'], number> = {
  instance: 0,
  party: 1,
  global: 2,
  session: 2,
  public: 3,
};

function openingsOfOperation(old: ApiOperation, operation: ApiOperation): Opening[] {
  const wider = REACH[operation.scope] > REACH[old.scope];
  const how = `scope ${old.scope} → ${operation.scope}`;
  return [
    ...openings(old.permissions, operation.permissions, 'everyone whom its scope admits'),
    ...openings(old.instanceTypes ?? [], operation.instanceTypes ?? [], EVERY_KIND),
    ...(old.scope === operation.scope ? [] : [wider ? widened(how) : narrowed(how)]),
  ];
}
