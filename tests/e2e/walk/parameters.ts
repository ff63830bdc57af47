/** Addresses with ids of real records, requested by the account that walks, so that they are records it may see. */
import { dayFrom } from '../facts.ts';
import type { APIRequestContext } from '@playwright/test';
import type { Random } from '../../../server/core/random.ts';
import { addressOf as find, type Search } from '../../../engine/workshop/address.ts';
import { wordsOf } from '../../../stories/words.ts';
import type { Need } from './needs.ts';
import { project } from './visits.ts';

const screens = [...project.screens.values()];

/** The address with its parameters filled in; undefined when this account finds no record for one of them. */
export async function addressOf(
  route: string,
  request: APIRequestContext,
  random: Random,
  { create, where = () => true }: { create: boolean; where?: Need['where'] | undefined },
): Promise<string | undefined> {
  const rowsAt = async (address: string) => {
    const reply = await request.get(address, { headers: { 'X-Requested-With': 'XMLHttpRequest' } });
    if (!reply.ok()) return [];
    const body = (await reply.json()) as unknown[] | { list: unknown[] };
    return (Array.isArray(body) ? body : body.list).filter((row) => where(row as never));
  };
  const search: Search = {
    screens,
    words: await wordsOf(route, rowsAt),
    first: (count) => random.int(0, count - 1),
    today: dayFrom(),
    rowsAt,
  };
  return find(route, search, create);
}
