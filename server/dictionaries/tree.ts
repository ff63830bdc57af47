/** The locations of an instance as a tree: their dictionary, and the districts to choose from. */
import type { Scope } from '../access/scope.ts';

type Branch<Node> = Node & { children: Branch<Node>[] };

interface LocationRow {
  id: string;
  parent_id: string | null;
  code: string;
  kind: string;
  name: string;
}

/** Returns the locations of the account's instance, mapped by `shown`, as a tree sorted by name on every level. */
export async function readTree<Node>(
  scope: Scope,
  shown: (row: LocationRow) => Node,
): Promise<Branch<Node>[]> {
  const rows = await scope.db
    .selectFrom('locations')
    .select(['id', 'parent_id', 'code', 'kind', 'name'])
    .orderBy('name')
    .orderBy('id')
    .execute();
  const nodes = new Map(rows.map((row) => [row.id, { ...shown(row), children: [] as Branch<Node>[] }]));
  const roots: Branch<Node>[] = [];
  for (const { id, parent_id } of rows) {
    const node = nodes.get(id);
    const siblings = parent_id === null ? roots : nodes.get(parent_id)?.children;
    if (node) siblings?.push(node);
  }
  return roots;
}

export const readLocations = (scope: Scope) => readTree(scope, ({ id, name }) => ({ id, name }));
