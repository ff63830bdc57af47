/** Scheduled work, run by pg-boss: once for all servers. */
import type PgBoss from 'pg-boss';
import type { Db } from '../database/connection.ts';
import type { FileSettings } from '../files/settings.ts';

/** A kind of scheduled work; it may run twice, so it must be idempotent. */
export interface CronKind {
  /** Name of its queue, created by a migration. */
  queue: string;
  /** Minute, hour, day, month, weekday; UTC. */
  cron: string;
  run(db: Db, files: FileSettings): Promise<unknown>;
}

/** Registers the schedules and their workers. */
export async function startCron(
  boss: PgBoss,
  kinds: readonly CronKind[],
  db: Db,
  files: FileSettings,
): Promise<void> {
  for (const { queue, cron, run } of kinds) {
    await boss.work(queue, { pollingIntervalSeconds: 10 }, async () => {
      await run(db, files);
    });
    await boss.schedule(queue, cron);
  }
}
