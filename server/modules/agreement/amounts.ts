/** Counts, volumes and sums of results and claims: how they are shown, and between which they must lie. */
import { sql, type Expression } from 'kysely';
import { invalid, type FieldProblem } from '../../core/problems.ts';
import type { FieldMaker, Reader } from '../../records/fields.ts';

/** A volume may be stated up to this share of what was billed. */
export const MOST_SHARE = 1.25;

const KOPECKS = 100;

/** Count, volume and sum, out of the columns `NAME_count`, `NAME_volume` and `price`; null where nothing is known yet. */
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

/** Roubles for a volume; null without a price for a cubic metre. */
export const sumOf = (price: number | null, volume: number): number | null =>
  price === null || price === undefined ? null : Math.round(price * volume * KOPECKS) / KOPECKS;

/** A word that SQL works out. */
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

/** The day of an instance, as SQL. */
export const todayAt = (instance: Expression<unknown>) =>
  sql`(select (now() at time zone i.time_zone)::date from instances i where i.id = ${instance})`;

/** What was billed and ordered. */
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

/** Throws, at the field, unless a claim asks for less than was billed and no more than was ordered. */
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

/** Between which values an operator may approve without a claim; nothing where nothing was billed. */
export function approvable({ billed_count: count, billed_volume: volume }: Billed, tolerance: number) {
  if (!count || !volume) return undefined;
  return {
    leastCount: Math.max(1, Math.ceil(round(count * (1 - tolerance / 100)))),
    mostCount: Math.ceil(round(count * MOST_SHARE)),
    leastVolume: round(volume * (1 - tolerance / 100)),
    mostVolume: round(volume * MOST_SHARE),
  };
}

/** Without the tails of binary fractions. */
export const round = (value: number): number => Math.round(value * 1000) / 1000;

/** Throws, at the field, unless the values lie between those that may be approved. */
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
