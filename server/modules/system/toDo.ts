/** The to-do list of the account, of all kinds of records: the most urgent first, and counts. */
import type { ApiCatalogue } from '../../../engine/language/api.ts';
import type { ToDo } from '../../../schemas/generated/api.ts';
import { handlers, instanceHandler, type Handlers, type InstanceCall } from '../../access/handler.ts';
import { bindRecords } from '../../records/handlers.ts';
import type { RecordKind } from '../../records/record.ts';
import { countWaiting, questionsOf, readWaiting, type WaitingCount } from '../../records/waits.ts';

/** Default number of records per kind. */
const SHOWN = 50;
const LAST = '9999-12-31';

export function toDoHandlers(api: ApiCatalogue, kinds: readonly RecordKind[]): Handlers {
  const waiting = kinds.filter(({ transitions }) =>
    Object.values(transitions?.of ?? {}).some(({ waits }) => waits),
  );
  requireLive(api, waiting);
  const records = bindRecords(api, waiting);
  return handlers({
    toDo: instanceHandler<'toDo'>(async (call): Promise<ToDo> => {
      const { entity, limit = SHOWN } = call.parameters;
      const requested = records.filter(({ name }) => entity === undefined || name === entity);
      const questions = await questionsOf(api, requested, call as InstanceCall);
      const counts = await Promise.all(questions.map((one) => countWaiting(one, call as InstanceCall)));
      const found = await Promise.all(
        questions.map((one) => (limit > 0 ? readWaiting(one, call as InstanceCall, limit) : [])),
      );
      const items = found
        .flat()
        .toSorted(
          (a, b) => (a.deadline ?? LAST).localeCompare(b.deadline ?? LAST) || a.id.localeCompare(b.id),
        );
      const kinds = [...new Set(counts.map(({ entity: name }) => name))].map((name) =>
        added(counts.filter((one) => one.entity === name)),
      );
      const { total, overdue } = added(counts);
      return { total, overdue, kinds, items: items.slice(0, limit) };
    }),
  });
}

/** Sums up the counts of a kind, or of all kinds. */
const added = (counts: readonly WaitingCount[]): WaitingCount =>
  counts.reduce(
    (all, one) => ({ ...one, total: all.total + one.total, overdue: all.overdue + one.overdue }),
    { entity: '', caption: '', total: 0, overdue: 0 },
  );

/** Throws unless `x-live` of the to-do list includes every kind in it. */
function requireLive(api: ApiCatalogue, kinds: readonly RecordKind[]): void {
  const broadcasts = api.operations.get('toDo')?.live.map(({ broadcast }) => broadcast) ?? [];
  const missing = kinds.filter(({ name }) => !broadcasts.includes(name));
  if (missing.length > 0)
    throw new Error(`x-live of the operation toDo lacks ${missing.map(({ name }) => name).join(', ')}`);
}
