/** Records that the tests of the live channel change. */
import type pg from 'pg';

export interface Row {
  id: string;
  instance_id: string;
}

/** An active contract of an instance. */
export async function contractOf(pool: pg.Pool, instance: string): Promise<Row> {
  const { rows } = await pool.query<Row>(
    `select c.* from contracts c join instances i on i.id = c.instance_id
     where i.name = $1 and c.status = 'ACTIVE' order by c.id limit 1`,
    [instance],
  );
  return rows[0]!;
}

/** A limit of a contract, to be saved. */
export const limitOf = (contractId: string) => ({
  contractId,
  type: { name: 'VOLUME', caption: '' },
  unit: 'M3',
  value: 1,
  period: 'DAY',
});
