/** Access overview: the routes of the deployed product, and the accounts that may open each. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { admits, type Reader, type RouteGate } from '../../../engine/tools/access.ts';
import type { Scope } from '../../access/scope.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import { PAGE_LIMITS } from '../../core/paging.ts';
import { Problem } from '../../core/problems.ts';

/** Most accounts listed per route. */
const NAMED = 20;

interface Entering {
  gate: RouteGate;
  enter: readonly Reader[];
}

const SORTS: Record<string, (a: Entering, b: Entering) => number> = {
  path: ({ gate: a }, { gate: b }) => Number(a.path > b.path) - Number(a.path < b.path),
  accountCount: (a, b) => a.enter.length - b.enter.length,
};

/** `staticDir`: folder of the built browser app, which contains the gates of its routes. */
export function accessHandlers(staticDir?: string) {
  return handlers({
    accessPaging: instanceHandler<'accessPaging'>(
      async ({ scope, parameters, translate, walk }) => {
        const { page = 0, count = 10, query = '', order = '-path', filter = {} } = parameters;
        const [gates, readers] = await Promise.all([readGates(staticDir), readReaders(scope.db)]);
        const titleOf = ({ title }: RouteGate) => (title === undefined ? null : translate(title));
        const has = (text: string | null) => (text ?? '').toLowerCase().includes(query.trim().toLowerCase());
        const only = filter.account && readers.filter(({ id }) => id === filter.account?.toLowerCase());
        const found = gates
          .filter((gate) => has(gate.path) || has(titleOf(gate)))
          .filter(({ permissions }) => !filter.permissions?.length || meet(permissions, filter.permissions))
          .map((gate): Entering => ({ gate, enter: readers.filter((one) => admits(gate, one)) }))
          .filter(({ gate }) => !only || only.some((one) => admits(gate, one)))
          .toSorted((a, b) => directed(order, SORTS[order.slice(1)]!(a, b)) || SORTS['path']!(a, b));
        const shown = walk || count < 0 ? found : found.slice(page * count, (page + 1) * count);
        const list = shown.map(({ gate, enter }) => ({
          path: gate.path,
          screen: gate.screen,
          title: titleOf(gate),
          admits: wordOf(gate, translate),
          permissions: gate.permissions,
          instanceTypes: gate.instanceTypes,
          accountCount: enter.length,
          logins: enter.slice(0, NAMED).map(({ login }) => login),
        }));
        // An export that pages by key gets everything at once.
        return { list, size: found.length, ...(walk && { next: null }) };
      },
      ['path', 'accountCount'],
    ),
  });
}

/** Reads the gates of the served build, so that the report always matches the deployment. */
async function readGates(staticDir: string | undefined): Promise<RouteGate[]> {
  const file = path.join(staticDir ?? '', 'tools/routes.json');
  const text = staticDir === undefined ? undefined : await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw new Problem(404, 'notBuilt');
  return JSON.parse(text) as RouteGate[];
}

/** Returns accounts that may sign in, within the scope. */
async function readReaders(db: Scope['db']): Promise<(Reader & { id: string })[]> {
  const rows = await db
    .selectFrom('accounts as a')
    .innerJoin('instances as i', 'i.id', 'a.instance_id')
    .where('a.enabled', '=', true)
    .where('a.system', '=', false)
    .select(['a.id', 'a.login', 'i.type as instanceType'])
    .select(
      sql<string[]>`array(select distinct p.permission from account_roles l
        join role_permissions p on p.role_id = l.role_id where l.account_id = a.id)`.as('permissions'),
    )
    .orderBy('a.login')
    .limit(PAGE_LIMITS.exact + 1)
    .execute();
  if (rows.length > PAGE_LIMITS.exact) throw new Problem(400, 'narrowFilter');
  return rows;
}

const meet = (some: readonly string[], others: readonly string[]) => some.some((one) => others.includes(one));
/** The paging convention: `+` means descending. */
const directed = (order: string, difference: number) => (order.startsWith('+') ? -difference : difference);

function wordOf(gate: RouteGate, translate: (key: string) => string) {
  const name = gate.public ? 'PUBLIC' : gate.permissions.length ? 'PERMISSIONS' : 'SIGNED_IN';
  return { name, caption: translate(`server.access.${name}`) };
}
