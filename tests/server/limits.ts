/** Limits of a contract for tests that write many: a contract has one of a kind for a period on a day. */

interface Term {
  id: string;
  /** Its first day; the limits are within the 300 days after it. */
  effectiveDate: string;
}

const DAYS = 300;
const KINDS = [
  ['VOLUME', 'M3'],
  ['WEIGHT', 'KG'],
  ['COST', 'RUB'],
  ['VISITS', 'PCS'],
] as const;

/** Most limits of one contract. */
const LIMITS_OF_CONTRACT = DAYS * KINDS.length;

/**
 * Returns a distinct limit for each number below `LIMITS_OF_CONTRACT`: on a separate day, then of another kind.
 * @example const limit = limitsOf(contract); limit(0)
 */
export const limitsOf =
  ({ id, effectiveDate }: Term) =>
  (number: number, value = 1) => {
    if (number >= LIMITS_OF_CONTRACT) throw new Error(`A contract has room for ${LIMITS_OF_CONTRACT} limits`);
    const [name, unit] = KINDS[Math.floor(number / DAYS)]!;
    const first = new Date(`${effectiveDate}T00:00:00Z`);
    first.setUTCDate(first.getUTCDate() + (number % DAYS));
    const day = first.toISOString().slice(0, 10);
    return {
      contractId: id,
      type: { name, caption: '' },
      unit,
      value,
      period: 'DAY',
      effectiveDate: day,
      expirationDate: day,
    };
  };
