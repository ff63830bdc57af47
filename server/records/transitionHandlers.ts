/** The operations of transitions: listing possible actions, and taking one action on many records. */
import type { ApiCatalogue, ApiOperation } from '../../engine/language/api.ts';
import { deref } from '../../engine/language/schema.ts';
import { requireRights } from '../access/rights.ts';
import { inBatch, type BatchItem, type BatchReply } from './batch.ts';
import type { Handlers, InstanceCall } from '../access/handler.ts';
import { sideOf } from '../access/operations.ts';
import { unknownValue } from '../core/problems.ts';
import { checksOf } from '../core/validation.ts';
import { actOnRecord } from './act.ts';
import type { BoundRecord } from './bind.ts';
import { asOwner } from './owners.ts';
import { operationOf, possibleActions } from './possible.ts';
import type { AuditAction } from './auditKinds.ts';

/** Returns handlers of the list and batch operations that the records name; throws when the API files lack one. */
export function transitionHandlers(api: ApiCatalogue, records: readonly BoundRecord[]): Handlers {
  const handlers: Handlers = {};
  for (const record of records) {
    const { list, batch, of } = record.transitions ?? { of: {} };
    for (const action of Object.keys(of) as AuditAction[]) operationOf(record, action, api);
    if (list) {
      const ids = idsParameter(declared(record, list, api), api);
      handlers[list] = handler((call) =>
        possibleActions(record, api, call, (call.parameters as Record<string, string[]>)[ids]!),
      );
    }
    if (batch) {
      declared(record, batch, api);
      handlers[batch] = handler((call) => batchOf(record, api, call));
    }
  }
  return handlers;
}

const handler = (run: (call: InstanceCall) => Promise<unknown>): Handlers[string] => ({
  scope: 'instance',
  sorts: [],
  body: 'json',
  reply: 'json',
  run,
});

function declared(record: BoundRecord, id: string, api: ApiCatalogue): ApiOperation {
  const operation = api.operations.get(id);
  if (!operation)
    throw new Error(`${record.name} has transitions by an operation ${id}, which no API file has`);
  return operation;
}

/** Returns the name of the parameter that contains ids. */
function idsParameter(operation: ApiOperation, api: ApiCatalogue): string {
  const lists = operation.parameters.filter(({ schema }) => deref(schema, api.schemas).type === 'array');
  if (lists.length !== 1) throw new Error(`${operation.id} must have one array parameter, of ids`);
  return lists[0]!.name;
}

interface Body {
  action: AuditAction;
  rows: BatchItem[];
  /** Input of the action, as for a single record. */
  input?: unknown;
}

async function batchOf(record: BoundRecord, api: ApiCatalogue, call: InstanceCall): Promise<BatchReply> {
  const { action, rows, input } = call.body as Body;
  if (!Object.hasOwn(record.transitions!.of, action)) throw unknownValue('action');
  const operation = operationOf(record, action, api);
  requireRights(operation, call.account);
  const scope = call.scope.on(sideOf(operation));
  const { key } = record.resource;
  const check = checksOf(api).get(operation.id)!;
  return inBatch(scope.db, call.translate, rows, ({ id, version }) => {
    // Validated by the action's own schema.
    check.request({ [key]: id }, {}, input ?? undefined);
    const one: InstanceCall = { ...call, scope, parameters: { [key]: id }, body: input };
    return asOwner(record, one, () =>
      actOnRecord(record, { action, id, version: version ?? undefined, input }, one),
    );
  });
}
