/** What a module writes: one handler for each operation. The kind of handler decides what it can reach. */
import type { Call, OperationId, OtherOperations, Part } from '../core/call.ts';
import type { FileReply } from '../core/fileReply.ts';
import type { UploadedFile } from '../core/upload.ts';
import type { Db } from '../database/connection.ts';
import type { Account } from './accounts.ts';
import type { Scope } from './scope.ts';

/** A call before sign-in. */
export interface PublicCall<Id extends OperationId = never> extends Call<Id> {
  db: Db;
}

/** A call of any signed-in account; the rows it reads belong to no instance, or to the account itself. */
export interface SessionCall<Id extends OperationId = never> extends Call<Id> {
  db: Db;
  account: Account;
}

/** A call for records of an instance: the database can only be reached through the scope. */
export interface InstanceCall<Id extends OperationId = never> extends Call<Id> {
  account: Account;
  scope: Scope;
  /** Other operations, with the rights of this account. */
  operations: OtherOperations;
}

/** A multipart request. Nothing of the body is read before `upload` is called: check rights first. */
export interface UploadCall<Id extends OperationId = never> extends Omit<InstanceCall<Id>, 'body'> {
  upload(maxBytes: number): Promise<{ fields: unknown; files: AsyncIterable<UploadedFile> }>;
}

/** The run function of an operation of scope `instance`. */
type InstanceRun =
  | { body: 'json'; reply: 'json'; run: (call: InstanceCall) => Promise<unknown> }
  | { body: 'files'; reply: 'json'; run: (call: UploadCall) => Promise<unknown> }
  | { body: 'json'; reply: 'file'; run: (call: InstanceCall) => Promise<FileReply> };

/** Names, in the type only, the operation that a handler implements. */
interface Answers<Id> {
  answers?: Id;
}

export type Handler = Answers<unknown> &
  (
    | { scope: 'public'; run: (call: PublicCall) => Promise<unknown> }
    | { scope: 'session' | 'global'; run: (call: SessionCall) => Promise<unknown> }
    | ({ scope: 'instance'; sorts: readonly string[] } & InstanceRun)
  );

export type Handlers = Record<string, Handler>;

type Run<C, Id extends OperationId> = (call: C) => Promise<Part<Id, 'reply'>>;

// A request is checked against the schema before a handler runs, so the narrower input type is safe.

/** Makes a handler that needs no sign-in: `publicHandler<'heartbeat'>(…)` takes its types from the API files. */
export function publicHandler<Id extends OperationId = never>(
  run: Run<PublicCall<Id>, Id>,
): Handler & Answers<Id> {
  return { scope: 'public', run: run as (call: PublicCall) => Promise<unknown> };
}

/** Makes a handler for any signed-in account. */
export function sessionHandler<Id extends OperationId = never>(
  run: Run<SessionCall<Id>, Id>,
): Handler & Answers<Id> {
  return { scope: 'session', run: run as (call: SessionCall) => Promise<unknown> };
}

/**
 * Makes a handler for rows of an instance; `sorts` are the fields by which its page can be ordered. Operations of a
 * record are declared in `record()` instead.
 */
export function instanceHandler<Id extends OperationId = never>(
  run: Run<InstanceCall<Id>, Id>,
  sorts: readonly string[] = [],
): Handler & Answers<Id> {
  const untyped = run as (call: InstanceCall) => Promise<unknown>;
  return { scope: 'instance', sorts, body: 'json', reply: 'json', run: untyped };
}

/** Makes a handler that receives files, for records of an instance. */
export function uploadHandler<Id extends OperationId = never>(
  run: Run<UploadCall<Id>, Id>,
): Handler & Answers<Id> {
  const untyped = run as (call: UploadCall) => Promise<unknown>;
  return { scope: 'instance', sorts: [], body: 'files', reply: 'json', run: untyped };
}

/** Makes a handler that returns a file of an instance. */
export function fileHandler<Id extends OperationId = never>(
  run: (call: InstanceCall<Id>) => Promise<FileReply>,
): Handler & Answers<Id> {
  const untyped = run as (call: InstanceCall) => Promise<FileReply>;
  return { scope: 'instance', sorts: [], body: 'json', reply: 'file', run: untyped };
}

/** Returns the handlers of a module; the types check that each key is the operation whose types its handler uses. */
export function handlers<Each extends { [Id in keyof Each]: Handler & Answers<Id> }>(each: Each): Each {
  return each;
}
