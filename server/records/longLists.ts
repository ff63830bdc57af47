/**
 * Remembers which questions found more rows than are counted. A list of so many is told as "more than", and that stays
 * true while rows come and go: for a minute nobody counts it again. A shorter list is counted each time.
 */
import type { Db } from '../database/connection.ts';
import { EXACT } from '../http/paging.ts';

/** How long a list is believed to be long. */
const BELIEVED_MS = 60_000;
/** Questions that are remembered, the latest; each is some hundred bytes. */
const REMEMBERED = 2_000;

/** By what all queries to one database share. A question tells who asks, with all that narrows, and what is asked. */
const known = new WeakMap<object, Map<string, number>>();

function of(db: Db): Map<string, number> {
  const { adapter } = db.getExecutor();
  const times = known.get(adapter) ?? new Map<string, number>();
  known.set(adapter, times);
  return times;
}

/** Whether the question was found to lead to a long list a moment ago. */
export function isLong(db: Db, question: string): boolean {
  const time = of(db).get(question);
  return time !== undefined && performance.now() - time < BELIEVED_MS;
}

/** The size of a list, which is counted unless it was long a moment ago. */
export async function sizeOnceLong(db: Db, question: string, count: () => Promise<number>): Promise<number> {
  if (isLong(db, question)) return EXACT + 1;
  const size = await count();
  if (size > EXACT) remember(db, question);
  return size;
}

function remember(db: Db, question: string): void {
  const times = of(db);
  times.delete(question);
  times.set(question, performance.now());
  for (const oldest of times.keys()) {
    if (times.size <= REMEMBERED) break;
    times.delete(oldest);
  }
}
