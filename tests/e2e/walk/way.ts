/** Who takes a visit, and by which address: chosen by the seed, out of what each may see. */
import { Random } from '../../../server/core/random.ts';
import { addressOf } from './parameters.ts';
import { admitted, type Readers } from './readers.ts';
import type { Visit } from './visits.ts';

export const SEED = Number(process.env.SEED ?? 20261121);

/** A stream of its own for each visit: a screen more does not change the looks of the others. */
export const randomOf = (name: string) =>
  new Random([...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.codePointAt(0)!, SEED));

export interface Way {
  login: string;
  address: string;
  /** Nobody is admitted: the guard is what there is to see. */
  closed?: true;
}

/** The first of the accounts, in the order of the leg, that finds records for the whole address. */
export async function wayTo(visit: Visit, readers: Readers, leg: string, random: Random): Promise<Way> {
  const logins = admitted(visit, randomOf(leg));
  if (!logins.length) return { login: 'admin', address: visit.route, closed: true };
  for (const login of logins) {
    const { request } = await readers.contextOf(login);
    const address = await addressOf(visit.route, request, random, visit.create === true);
    if (address) return { login, address };
  }
  throw new Error(`None of ${logins.join(', ')} finds a record for ${visit.route}: the seed lacks one`);
}
