/** Cuts the live channel again and again while records change, and counts what a listener received. */
import type { LiveItem, LiveSocket } from '../../../engine/data/liveSocket.ts';
import { publishRow } from '../../../server/records/publish.ts';
import type { Db } from '../../../server/database/connection.ts';
import type { Row } from './changes.ts';
import type { Balancer, Node } from './cluster.ts';

export interface Tally {
  heard: string[];
  resets: number;
}

/** Collects the ids that are received on a broadcast. */
export function tally(live: LiveSocket, broadcast: string): Tally {
  const kept: Tally = { heard: [], resets: 0 };
  live.subscribe(broadcast, '*', {
    item: ({ dto }: LiveItem) => kept.heard.push(String(dto['id'])),
    reset: () => (kept.resets += 1),
  });
  return kept;
}

/** Publishes a change of a record; the id identifies the message. */
export const tell = (db: Db, row: Row, id: string) =>
  db.transaction().execute((trx) => publishRow(trx, 'contract', row, { id }));

/**
 * Cuts `times` times in the middle of messages, each time reconnecting at the other server; returns the published ids.
 */
export async function cutAndReport(
  times: number,
  {
    db,
    row,
    balancer,
    nodes,
    heard,
  }: {
    db: Db;
    row: Row;
    balancer: Balancer;
    nodes: readonly Node[];
    heard: () => readonly string[];
  },
): Promise<string[]> {
  const told: string[] = [];
  for (let cut = 0; cut < times; cut++) {
    balancer.target = nodes[cut % nodes.length]!.url;
    for (let i = 0; i < 5; i++) {
      if (i === cut % 5) balancer.cut();
      told.push(`${cut}.${i}`);
      await tell(db, row, told.at(-1)!);
    }
    // Three of four cuts hit the client while it may still be reconnecting.
    if (cut % 4 === 3) await until(() => heard().length >= told.length);
  }
  await until(() => heard().length >= told.length);
  return told;
}

/** Waits for a condition; throws when it is not true within a minute. */
export async function until(condition: () => boolean): Promise<void> {
  const limit = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > limit) throw new Error('It did not come true in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
