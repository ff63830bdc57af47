/** Who gets where: routes, what each asks for, and which accounts it lets in. */
import { accessBelow } from '../language/children.ts';
import type { CompiledRoute, ScreenEntry } from '../language/compiled.ts';

export interface Reader {
  login: string;
  instanceType: string;
  permissions: readonly string[];
}

export interface AccessRow {
  path: string;
  screen: string;
  /** Any of these; `all` is everyone who is signed in, `public` whoever comes. */
  gate: string[];
  instanceTypes: string[];
  /** Logins of those who may enter. */
  enter: string[];
}

export function accessTable(entries: readonly ScreenEntry[], readers: readonly Reader[]): AccessRow[] {
  return entries.flatMap((entry) =>
    entry.routes.map((route): AccessRow => {
      const any = anyOf(entry, route, entries);
      return {
        path: route.path,
        screen: entry.id,
        gate: entry.public ? ['public'] : any.length ? any : ['all'],
        instanceTypes: route.instanceTypes,
        enter: readers.filter((one) => entry.public || admits(route, any, one)).map(({ login }) => login),
      };
    }),
  );
}

/** Permissions of the route and of its children; empty admits everyone. */
function anyOf(entry: ScreenEntry, { access }: CompiledRoute, entries: readonly ScreenEntry[]): string[] {
  return access.length ? [...new Set([...access, ...accessBelow(entry, entries)])] : [];
}

function admits({ instanceTypes }: CompiledRoute, any: readonly string[], reader: Reader): boolean {
  if (instanceTypes.length && !instanceTypes.includes(reader.instanceType)) return false;
  return !any.length || any.some((permission) => reader.permissions.includes(permission));
}
