/** Query conditions for a box on the map, in the form that GiST indexes support. */
import { sql, type RawBuilder } from 'kysely';

/** Degrees. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** A PostgreSQL box; corners in any order. */
const boxOf = ({ west, south, east, north }: Bounds) =>
  sql`box(point(${west}, ${south}), point(${east}, ${north}))`;

/**
 * Whether `latitude` and `longitude` of a table are within the bounds.
 *
 * @example
 * db.selectFrom('visit_points as p').where(pointWithin('p', bounds)).select('p.id');
 */
export const pointWithin = (table: string, bounds: Bounds): RawBuilder<boolean> =>
  sql`point(${sql.ref(`${table}.longitude`)}, ${sql.ref(`${table}.latitude`)}) <@ ${boxOf(bounds)}`;

/**
 * Whether a column of bounding boxes has a point in common with the bounds.
 *
 * @example
 * db.selectFrom('road_closures as c').where(boxMeets('c.bounds', bounds)).select('c.id');
 */
export const boxMeets = (column: string, bounds: Bounds): RawBuilder<boolean> =>
  sql`${sql.ref(column)} && ${boxOf(bounds)}`;
