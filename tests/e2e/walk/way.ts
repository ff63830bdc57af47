/** The account of a visit and its address: chosen by the seed, from what each account may see. */
import { Random } from '../../../server/core/random.ts';
import { addressOf } from './parameters.ts';
import { admitted, type Readers } from './readers.ts';
import type { Visit } from './visits.ts';

export const SEED = Number(process.env.SEED ?? 20261121);

/** A separate random stream for each visit: another screen does not change the appearance of the others. */
export const randomOf = (name: string) =>
  new Random([...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.codePointAt(0)!, SEED));

export interface Way {
  login: string;
  address: string;
  /** No account is admitted: only the guard is shown. */
  closed?: true;
}

/**
 * The first of the accounts, in the order of the leg, that finds records for the whole address; each turn begins with
 * the next of them.
 */
export async function openingAction(
  visit: Visit,
  readers: Readers,
  leg: string,
  random: Random,
  turn = 0,
): Promise<Way> {
  const { login: named, where } = visit.dialog?.need ?? {};
  const all = named ? [named] : admitted(visit, randomOf(leg));
  if (!all.length) return { login: 'admin', address: visit.route, closed: true };
  const from = turn % all.length;
  const logins = [...all.slice(from), ...all.slice(0, from)];
  for (const login of logins) {
    const { request } = await readers.contextOf(login);
    const address = await addressOf(visit.route, request, random, { create: visit.create === true, where });
    if (address) return { login, address };
  }
  throw new Error(`None of ${logins.join(', ')} finds a record for ${visit.route}: the seed lacks one`);
}

/** The query of an address, out of parts that may be absent. */
export function queryOf(...parts: (string | undefined)[]): string {
  const given = parts.flatMap((part) => (part ? [part.replace('?', '')] : []));
  return given.length ? `?${given.join('&')}` : '';
}
