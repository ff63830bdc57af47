/** Addresses with real records in them, asked for by the account that walks, so that it meets what it may see. */
import { dayFrom } from '../facts.ts';
import type { APIRequestContext } from '@playwright/test';
import type { Random } from '../../../server/core/random.ts';
import { addressOf as find, type Search } from '../../../engine/workshop/address.ts';
import { project } from './visits.ts';

const screens = [...project.screens.values()];

/** The address with its parameters filled in; undefined when this account finds no record for one of them. */
export function addressOf(
  route: string,
  request: APIRequestContext,
  random: Random,
  create: boolean,
): Promise<string | undefined> {
  const search: Search = {
    screens,
    // Parameters that are no record's.
    words: { error: '404', classifierType: 'fuelTypes' },
    first: (count) => random.int(0, count - 1),
    today: dayFrom(),
    rowsAt: async (address) => {
      const reply = await request.get(address, { headers: { 'X-Requested-With': 'XMLHttpRequest' } });
      if (!reply.ok()) return [];
      const body = (await reply.json()) as unknown[] | { list: unknown[] };
      return Array.isArray(body) ? body : body.list;
    },
  };
  return find(route, search, create);
}
