/** Records of the seed that tests use, and the day for which it was made. */
import type { Product } from './product.ts';

/** Of the demo instances. */
const timeZone = 'Europe/Moscow';
const CALENDAR = new Intl.DateTimeFormat('sv-SE', { timeZone });

/**
 * `2026-11-22`: the day this many days from today, in the time zone of the demo instances. The machine may have
 * another.
 */
export const dayFrom = (days = 0): string => CALENDAR.format(Date.now() + days * 86_400_000);

const CLOCK = new Intl.DateTimeFormat('ru-RU', { timeZone, dateStyle: 'short', timeStyle: 'short' });

/** `22.11.2026 10:05`, as it is typed: this many minutes ago in the same time zone. */
export const minutesAgo = (minutes: number): string =>
  CLOCK.format(Date.now() - minutes * 60_000).replace(',', '');

/** All belong to the instance of `manager`. */
export interface Facts {
  contract: { id: string; number: string };
  limit: string;
  district: string;
  vehicle: string;
  customer: string;
  /** A sole trader's card shows one section more. */
  person: string;
}

/** An active contract with limits, districts and vehicles, and two customers. */
export async function factsOf({ sql }: Pick<Product, 'sql'>): Promise<Facts> {
  const [found] = await sql<{ id: string; number: string; limit: string; district: string; vehicle: string }>(
    `select c.id, c.number,
       (select id from contract_limits where contract_id = c.id order by id limit 1) as limit,
       (select id from contract_districts where contract_id = c.id order by id limit 1) as district,
       (select id from contract_vehicles where contract_id = c.id order by id limit 1) as vehicle
     from contracts c
     where c.instance_id = (select instance_id from accounts where login = 'manager')
       and c.status = 'ACTIVE' and c.segment is not null and c.expiration_date is not null
       and (select count(*) from contract_limits where contract_id = c.id) > 1
       and exists (select from contract_districts where contract_id = c.id)
       and exists (select from contract_vehicles where contract_id = c.id)
     order by c.number limit 1`,
  );
  const customerOf = async (kind: string) =>
    (
      await sql<{ id: string }>(
        `select id from customers where kind = $1 and status = 'ACTIVE' and mail is not null and tin is not null
           and instance_id = (select instance_id from accounts where login = 'manager')
         order by short_name limit 1`,
        [kind],
      )
    )[0]!.id;
  const { id, number, ...parts } = found!;
  return {
    contract: { id, number },
    ...parts,
    customer: await customerOf('LEGAL'),
    person: await customerOf('SOLE_TRADER'),
  };
}
