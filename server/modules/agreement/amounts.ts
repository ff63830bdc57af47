/** Counts, volumes and sums of results and claims: their fields, and their allowed ranges. */
import { sql, type Expression } from 'kysely';
import { invalid, type FieldProblem } from '../../core/problems.ts';
import type { FieldMaker, Reader } from '../../records/fields.ts';

/** Highest volume that may be approved, as a share of the billed volume. */
export const MOST_SHARE = 1.25;

const KOPECKS = 100;

/** Field of count, volume and sum, from the columns `NAME_count`, `NAME_volume` and `price`; null while unknown. */
export function amount(name: string): FieldMaker {
  const [count, volume] = [`${name}_count`, `${name}_volume`];
  return () => ({
    columns: [count, volume, 'price'],
    show: (row) =>
      row[count] === null || row[count] === undefined
        ? null
        : {
            count: row[count],
            volume: row[volume],
            sum: sumOf(row['price'] as number | null, row[volume] as number),
          },
  });
}

/** Returns the cost of a volume in roubles; null without a price per cubic metre. */
export const sumOf = (price: number | null, volume: number): number | null =>
  price === null || price === undefined ? null : Math.round(price * volume * KOPECKS) / KOPECKS;

/** Field of a dictionary value that an SQL expression computes. */
export function computedWord(
  dictionary: string,
  expression: (reader: Reader) => Expression<unknown>,
): FieldMaker {
  return (property) => ({
    columns: [],
    dictionaries: [dictionary],
    computed: expression,
    show: (row, captions) =>
      captions.optional(dictionary, (row[property] as string | null | undefined) ?? null),
  });
}

/** Current date of an instance, as SQL. */
export const todayAt = (instance: Expression<unknown>) =>
  sql`(select (now() at time zone i.time_zone)::date from instances i where i.id = ${instance})`;

/** Ordered and billed amounts of a result. */
export interface Billed {
  ordered_count: number;
  billed_count: number | null;
  billed_volume: number | null;
}

const fault = (field: string, message: string, values: Record<string, string | number>): FieldProblem => ({
  field,
  code: 'range',
  message,
  values,
});

/** Throws, at the field, unless a claim expects less than was billed and no more than was ordered. */
export function requireLess(
  { ordered_count: ordered, billed_count: count, billed_volume: volume }: Billed,
  expected: { expectedCount: number; expectedVolume: number },
): void {
  const errors: FieldProblem[] = [];
  const { expectedCount, expectedVolume } = expected;
  if (expectedCount < 0) errors.push(fault('expectedCount', 'server.claimRule.countNotNegative', {}));
  else if (expectedCount >= (count ?? 0))
    errors.push(fault('expectedCount', 'claim.rule.countBelowBilled', { count: count ?? 0 }));
  else if (expectedCount > ordered)
    errors.push(fault('expectedCount', 'claim.rule.countWithinOrdered', { count: ordered }));
  if (expectedVolume >= (volume ?? 0))
    errors.push(fault('expectedVolume', 'claim.rule.volumeBelowBilled', { volume: volume ?? 0 }));
  else if (expectedCount > 0 && expectedVolume <= 0)
    errors.push(fault('expectedVolume', 'server.claimRule.volumeAboveZero', {}));
  else if (expectedCount === 0 && expectedVolume > 0)
    errors.push(fault('expectedVolume', 'server.claimRule.volumeOfNothing', {}));
  if (errors.length > 0) throw invalid(...errors);
}

/** Returns the range in which an operator may approve without a claim; undefined where nothing was billed. */
export function approvable({ billed_count: count, billed_volume: volume }: Billed, tolerance: number) {
  if (!count || !volume) return undefined;
  return {
    leastCount: Math.max(1, Math.ceil(round(count * (1 - tolerance / 100)))),
    mostCount: Math.ceil(round(count * MOST_SHARE)),
    leastVolume: round(volume * (1 - tolerance / 100)),
    mostVolume: round(volume * MOST_SHARE),
  };
}

/** Rounds to three decimals, which removes binary floating-point noise. */
export const round = (value: number): number => Math.round(value * 1000) / 1000;

/** Throws, at the field, unless the values are within the approvable range. */
export function requireApprovable(
  billed: Billed,
  tolerance: number,
  { count, volume }: { count: number; volume: number },
): void {
  const limits = approvable(billed, tolerance);
  if (!limits) throw invalid(fault('volume', 'server.csoriRule.nothingBilled', {}));
  const errors: FieldProblem[] = [];
  const { leastCount, mostCount, leastVolume, mostVolume } = limits;
  if (count <= 0) errors.push(fault('count', 'server.csoriRule.aboveZero', {}));
  else if (count > mostCount) errors.push(fault('count', 'server.csoriRule.mostCount', { limit: mostCount }));
  else if (count < leastCount) errors.push(fault('count', 'server.csoriRule.needsClaim', { tolerance }));
  if (volume <= 0) errors.push(fault('volume', 'server.csoriRule.aboveZero', {}));
  else if (volume > mostVolume)
    errors.push(fault('volume', 'server.csoriRule.mostVolume', { limit: mostVolume }));
  else if (volume < leastVolume) errors.push(fault('volume', 'server.csoriRule.needsClaim', { tolerance }));
  if (errors.length > 0) throw invalid(...errors);
}
