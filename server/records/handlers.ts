/** The operations of records, from their declarations. */
import type { ApiCatalogue, ApiOperation } from '../../engine/language/api.ts';
import type { PageLimits } from '../core/paging.ts';
import type { Handlers, InstanceCall } from '../access/handler.ts';
import { actOnRecord } from './act.ts';
import { bindRecord, type BoundRecord } from './bind.ts';
import { requireFit } from './fit.ts';
import { historyOf } from './history.ts';
import { asOwner } from './owners.ts';
import { RecordPages } from './paging/page.ts';
import { readRecord } from './read.ts';
import type { RecordKind } from './record.ts';
import { deleteRecord, keyOf, saveRecord } from './save.ts';
import { transitionHandlers } from './transitionHandlers.ts';
import type { AuditAction } from './auditKinds.ts';

/** Returns a handler for each operation of the records; throws when a declaration does not fit the API files. */
export function recordHandlers(
  api: ApiCatalogue,
  kinds: readonly RecordKind[],
  limits?: PageLimits,
): Handlers {
  const bound = bindRecords(api, kinds);
  const handlers = transitionHandlers(api, bound);
  for (const record of bound) {
    const pages = new RecordPages(record, limits);
    for (const operation of api.operations.values())
      if (operation.resource?.name === record.name)
        handlers[operation.id] = {
          scope: 'instance',
          sorts: operation.sort,
          body: 'json',
          reply: 'json',
          run: (call) => answer(record, pages, operation, call),
        };
  }
  return handlers;
}

/** Returns the records bound to the API files. */
export function bindRecords(api: ApiCatalogue, kinds: readonly RecordKind[]): BoundRecord[] {
  return kinds.map((kind) => bindRecord(kind, requireFit(kind, api), api));
}

function answer(
  record: BoundRecord,
  pages: RecordPages,
  { resource }: ApiOperation,
  call: InstanceCall,
): Promise<unknown> {
  const verb = resource!.verb;
  // An action may have the name of a verb: `delete` may only mark a record as deleted.
  if (record.resource.actions?.[verb])
    return asOwner(record, call, () => act(record, verb as AuditAction, call));
  switch (verb) {
    case 'paging':
      return pages.read(call);
    case 'save':
      return asOwner(record, call, () => saveRecord(record, call));
    case 'delete':
      return asOwner(record, call, () => deleteRecord(record, call));
    case 'history':
      return historyOf(record, call);
    default:
      return readRecord(call.scope.db, record, keyOf(record, call), call);
  }
}

function act(record: BoundRecord, action: AuditAction, call: InstanceCall): Promise<unknown> {
  const id = keyOf(record, call);
  return actOnRecord(record, { action, id, version: call.request.ifMatch, input: call.body }, call);
}
