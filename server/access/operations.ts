/**
 * Runs handlers, each with as much of the database as its kind may reach; and lets a handler call other operations with
 * the rights of its own account, so that the access rule of a record is declared once.
 */
import type { ApiCatalogue, ApiOperation } from '../../engine/language/api.ts';
import { deref, type Schemas } from '../../engine/language/schema.ts';
import type { Account } from './accounts.ts';
import type { Side } from './reach.ts';
import { requireRights } from './rights.ts';
import { Scope } from './scope.ts';
import type { Db } from '../database/connection.ts';
import type { Tables } from '../database/knownTables.ts';
import { givesPage } from '../core/operationKinds.ts';
import type { Call, OtherOperations } from '../core/call.ts';
import type { Handlers, UploadCall } from './handler.ts';
import { Problem, unknownValue } from '../core/problems.ts';
import { checksOf } from '../core/validation.ts';

/** Dependencies of handlers. */
export interface Ground {
  api: ApiCatalogue;
  handlers: Handlers;
  /** The database, or the transaction of the whole request. */
  db: Db;
  /** The tables of that database, read once for all requests. */
  tables: () => Promise<Tables>;
}

/** Runs an operation for an account, or for none where the operation is public. `upload` reads a multipart body. */
export async function runOperation(
  ground: Ground,
  operation: ApiOperation,
  call: Call,
  account: Account | undefined,
  upload?: UploadCall['upload'],
): Promise<unknown> {
  const { db, handlers, tables } = ground;
  const handler = handlers[operation.id];
  if (!handler) throw new Error(`${operation.id} has no handler`);
  if (handler.scope === 'public') return handler.run({ ...call, db });
  if (!account) throw new Problem(401, 'unauthorized');
  if (handler.scope !== 'instance') return handler.run({ ...call, account, db });
  const scope = new Scope(db, account, await tables(), sideOf(operation));
  const own = { ...call, account, scope, operations: operationsOf(ground, account, call) };
  if (handler.body === 'json') return handler.run(own);
  if (!upload) throw new Error('An upload has no body to read');
  return handler.run({ ...own, upload });
}

/** Returns the side that the API files declare for the operation: rows of both parties, or of one of them. */
export function sideOf({ scope, party }: ApiOperation): Side {
  return scope === 'party' ? (party ?? 'both') : 'own';
}

/** Returns the operations of a catalogue as this account may call them. */
function operationsOf(ground: Ground, account: Account, call: Call): OtherOperations {
  const { api } = ground;
  const declared = (id: string) => {
    const operation = api.operations.get(id);
    if (!operation) throw new Error(`No operation ${id}`);
    return operation;
  };
  return {
    require(...ids) {
      let refusal: unknown = new Error('No operation to ask');
      for (const id of ids) {
        try {
          return requireRights(declared(id), account);
        } catch (error) {
          refusal = error;
        }
      }
      throw refusal;
    },
    async read(id, values) {
      const operation = declared(id);
      if (operation.method !== 'GET') throw new Error(`${id} does not read`);
      requireRights(operation, account);
      const parameters = Object.fromEntries(
        operation.parameters.filter(({ name }) => name in values).map(({ name }) => [name, values[name]]),
      );
      const readCall = { ...call, parameters, body: undefined };
      return runOperation(ground, operation, readCall, account);
    },
    async count(id, values) {
      const operation = api.operations.get(id);
      const checks = checksOf(api).get(id);
      if (!operation || !checks || !givesRows(operation, api.schemas)) throw unknownValue('of');
      const requested = givesPage(operation, api.schemas) ? { ...values, page: 0, count: 0 } : values;
      const inPath = new Set(operation.parameters.filter((p) => p.in === 'path').map((p) => p.name));
      const texts = Object.entries(requested).map(([name, value]) => [name, asText(value)] as const);
      const of = (path: boolean) => Object.fromEntries(texts.filter(([name]) => inPath.has(name) === path));
      try {
        requireRights(operation, account);
        const { params, query } = checks.request(of(true), of(false), undefined);
        const parameters = { ...query, ...params };
        return sizeOf(
          await runOperation(ground, operation, { ...call, parameters, body: undefined }, account),
        );
      } catch (error) {
        if (error instanceof Problem) return null;
        throw error;
      }
    },
  };
}

/** Returns whether the reply is a page or a list of records. */
function givesRows(operation: ApiOperation, schemas: Schemas): boolean {
  if (operation.method !== 'GET' || operation.scope === 'public') return false;
  const { items } = operation.reply ? deref(operation.reply, schemas) : {};
  return (
    givesPage(operation, schemas) || (items !== undefined && deref(items, schemas).properties !== undefined)
  );
}

/** Returns a parameter as the text that a URL would contain. */
function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

const sizeOf = (reply: unknown): number =>
  Array.isArray(reply) ? reply.length : (reply as { size: number }).size;
