/** The dictionary of locations, as a tree. */
import type { Scope } from '../access/scope.ts';

export interface LocationNode {
  id: string;
  name: string;
  children: LocationNode[];
}

/** The locations of the asker's instance, each below the one it lies in; by name on every level. */
export async function readLocations(scope: Scope): Promise<LocationNode[]> {
  const rows = await scope.db
    .selectFrom('locations')
    .select(['id', 'parent_id', 'name'])
    .orderBy('name')
    .orderBy('id')
    .execute();
  const nodes = new Map(rows.map(({ id, name }) => [id, { id, name, children: [] as LocationNode[] }]));
  const roots: LocationNode[] = [];
  for (const { id, parent_id } of rows) {
    const node = nodes.get(id);
    const siblings = parent_id === null ? roots : nodes.get(parent_id)?.children;
    if (node) siblings?.push(node);
  }
  return roots;
}
