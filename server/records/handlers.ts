/** The operations of records, from their declarations. */
import type { ApiCatalogue, ApiOperation } from '../../engine/language/api.ts';
import type { Handlers, InstanceCall } from '../http/handler.ts';
import { bindRecord, type BoundRecord } from './bind.ts';
import { requireFit } from './fit.ts';
import { historyOf } from './history.ts';
import { asOwner } from './owners.ts';
import { pageRecords } from './page.ts';
import { readRecord } from './read.ts';
import type { RecordKind } from './record.ts';
import { actOnRecord, deleteRecord, saveRecord } from './save.ts';

/** A handler for each operation of the records; throws when a declaration does not fit the API files. */
export function recordHandlers(api: ApiCatalogue, kinds: readonly RecordKind[]): Handlers {
  const handlers: Handlers = {};
  for (const record of bindRecords(api, kinds))
    for (const operation of api.operations.values())
      if (operation.resource?.name === record.name)
        handlers[operation.id] = {
          scope: 'instance',
          sorts: operation.sort,
          body: 'json',
          reply: 'json',
          run: (call) => answer(record, operation, call),
        };
  return handlers;
}

/** The records tied to the API files. */
export function bindRecords(api: ApiCatalogue, kinds: readonly RecordKind[]): BoundRecord[] {
  return kinds.map((kind) => bindRecord(kind, requireFit(kind, api), api));
}

function answer(record: BoundRecord, { resource }: ApiOperation, call: InstanceCall): Promise<unknown> {
  const verb = resource!.verb;
  // An action may bear the name of a verb: what is marked as deleted is not gone.
  if (record.resource.actions?.[verb]) return asOwner(record, call, () => actOnRecord(record, verb, call));
  switch (verb) {
    case 'paging':
      return pageRecords(record, call);
    case 'save':
      return asOwner(record, call, () => saveRecord(record, call));
    case 'delete':
      return asOwner(record, call, () => deleteRecord(record, call));
    case 'history':
      return historyOf(record, call);
    default:
      return readRecord(
        call.scope.db,
        record,
        (call.parameters as Record<string, string>)[record.resource.key]!,
        call,
      );
  }
}
