/** Access to routes: their gates, and which accounts may enter. */
import { accessBelow } from '../language/children.ts';
import type { CompiledRoute, ScreenEntry } from '../language/compiled.ts';

export interface Reader {
  login: string;
  instanceType: string;
  permissions: readonly string[];
}

/** A route and its gate, as JSON. */
export interface RouteGate {
  path: string;
  screen: string;
  /** Text key; absent where the title is computed. */
  title?: string;
  /** Open to everyone, without sign-in. */
  public: boolean;
  /** Any of these is required; an empty list admits every signed-in account. */
  permissions: string[];
  instanceTypes: string[];
}

export interface AccessRow extends RouteGate {
  /** Logins of the accounts that may enter. */
  enter: string[];
}

export function gatesOf(entries: readonly ScreenEntry[]): RouteGate[] {
  return entries.flatMap((entry) =>
    entry.routes.map((route): RouteGate => ({
      path: route.path,
      screen: entry.id,
      ...('key' in route.title && { title: route.title.key }),
      public: entry.public,
      permissions: anyOf(entry, route, entries),
      instanceTypes: route.instanceTypes,
    })),
  );
}

export function accessTable(entries: readonly ScreenEntry[], readers: readonly Reader[]): AccessRow[] {
  return gatesOf(entries).map((gate) => ({
    ...gate,
    enter: readers.filter((one) => admits(gate, one)).map(({ login }) => login),
  }));
}

/** Permissions of the route and of its children; an empty list admits everyone. */
function anyOf(entry: ScreenEntry, { access }: CompiledRoute, entries: readonly ScreenEntry[]): string[] {
  return access.length ? [...new Set([...access, ...accessBelow(entry, entries)])] : [];
}

export function admits(gate: RouteGate, reader: Omit<Reader, 'login'>): boolean {
  if (gate.public) return true;
  if (gate.instanceTypes.length && !gate.instanceTypes.includes(reader.instanceType)) return false;
  return !gate.permissions.length || gate.permissions.some((one) => reader.permissions.includes(one));
}
