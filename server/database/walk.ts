/**
 * Reads a whole list by key: finding the rows after the last one by its sort value costs the same at the end of a
 * million rows as at the beginning. Exports read this way.
 */
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { Walk, WalkKey } from '../core/walk.ts';
import type { Sort } from './paging.ts';

/** Rows that one index has in sort order. */
export interface Phase {
  where?: Expression<SqlBool>;
  /** Absent where all rows of the phase have the same sort value. */
  by?: Expression<unknown>;
  /**
   * Expression that is equal in all rows of the phase, where an index has it before the key: for example a null column.
   */
  equal?: Expression<unknown>;
}

/** Returns a phase of the rows with a value, then one of those without. */
export function phasesOf({ by, nullable = false }: Sort): Phase[] {
  if (!nullable) return [{ by }];
  return [
    { where: sql<SqlBool>`${by} is not null`, by },
    { where: sql<SqlBool>`${by} is null`, equal: by },
  ];
}

interface Order {
  phases: readonly Phase[];
  id: Expression<unknown>;
  /** As in the paging convention: `+` is descending. */
  order: string;
}

/** Returns the rows of a phase in order, without "nulls last": an index that is read backwards has nulls first. */
export function orderedIn<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  { where, by, equal }: Phase,
  { id, down }: { id: Expression<unknown>; down: boolean },
): SelectQueryBuilder<DB, TB, O> {
  const direction = down ? 'desc' : 'asc';
  const first = by ?? equal;
  const some = where ? rows.where(where) : rows;
  return (first ? some.orderBy(first, direction) : some).orderBy(id, direction);
}

/** Returns the requested number of rows after the key, phase by phase. */
export async function rowsBehind<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  { phases, id, order }: Order,
  count: number,
  { after }: Walk,
): Promise<{ found: O[]; next: WalkKey | null }> {
  const down = order.startsWith('+');
  const found: (O & { walk_by: string | null; walk_id: string })[] = [];
  let at = after;
  for (let phase = after?.phase ?? 0; phase < phases.length && found.length < count; phase += 1) {
    const behind = at?.phase === phase ? at : undefined;
    const more = inPhase(rows, phases[phase]!, { id, down }, behind).limit(count - found.length);
    found.push(...((await more.execute()) as typeof found));
    const last = found.at(-1);
    if (found.length === count && last) at = { phase, by: last.walk_by, id: last.walk_id };
  }
  return { found, next: found.length === count ? (at ?? null) : null };
}

function inPhase<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  phase: Phase,
  { id, down }: { id: Expression<unknown>; down: boolean },
  after: WalkKey | undefined,
) {
  const { by } = phase;
  let some = rows.select([
    sql<string>`(${id})::text`.as('walk_id'),
    (by ? sql<string | null>`(${by})::text` : sql<string | null>`null`).as('walk_by'),
  ]);
  if (after) {
    const than = sql.raw(down ? '<' : '>');
    some = some.where(
      by
        ? // The first condition alone is what an index of a table other than that of the id can use.
          sql<SqlBool>`${by} ${than}= ${after.by} and (${by}, ${id}) ${than} (${after.by}, ${after.id})`
        : sql<SqlBool>`${id} ${than} ${after.id}`,
    );
  }
  return orderedIn(some, phase, { id, down });
}
