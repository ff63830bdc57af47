/** What a module writes: one handler an operation. The kind of handler decides what it can reach. */
import type { Operations } from '../../schemas/generated/api.ts';
import type { Account } from '../access/accounts.ts';
import type { Scope } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import type { FileReply } from './fileReply.ts';
import type { Walk } from './walk.ts';
import type { Locale, Translate } from './texts.ts';
import type { UploadedFile } from './upload.ts';

/** Name of an operation of the API files. */
export type OperationId = keyof Operations;

/** What a part of an operation looks like; without a name it is nothing in particular. */
type Part<Id extends OperationId, Of extends 'parameters' | 'body' | 'reply'> = [Id] extends [never]
  ? unknown
  : Operations[Id][Of];

/** What every handler gets. Parameters and body are checked against the API files before. */
export interface Call<Id extends OperationId = never> {
  /** Path and query parameters by name. */
  parameters: Part<Id, 'parameters'>;
  body: Part<Id, 'body'>;
  locale: Locale;
  translate: Translate;
  request: {
    /** Address of the client. */
    address: string;
    /** Host name without port, in lower case. */
    host: string;
    /** What the browser says of itself. */
    userAgent: string | undefined;
    /** Token of the session cookie. */
    sessionToken: string | undefined;
    /** Token of the cookie by which an account knows the browser. */
    deviceToken?: string | undefined;
    /** Version that the record must have, from If-Match; NaN when no record can match. */
    ifMatch?: number | undefined;
  };
  /** An export goes through the whole list, however long. */
  walk?: Walk;
  /** Sets the session cookie, or clears it. */
  setSession(token: string | undefined): void;
  /** Sets the cookie by which an account knows the browser. */
  setDevice(token: string): void;
}

/** Before sign-in. */
export interface PublicCall<Id extends OperationId = never> extends Call<Id> {
  db: Db;
}

/** For anyone signed in; what it reads belongs to no instance, or to the account itself. */
export interface SessionCall<Id extends OperationId = never> extends Call<Id> {
  db: Db;
  account: Account;
}

/** For records of an instance: the database can only be reached through the scope. */
export interface InstanceCall<Id extends OperationId = never> extends Call<Id> {
  account: Account;
  scope: Scope;
  /** Other operations, with the rights of this account. */
  operations: OtherOperations;
}

/** Asks other operations on behalf of the account of a request. */
export interface OtherOperations {
  /** Whether the account may call one of these operations; throws the refusal of the last when not. */
  require(...operationIds: string[]): void;
  /** The reply of a reading operation; throws what that operation throws. */
  read(operationId: string, parameters: Record<string, string | number>): Promise<unknown>;
  /** How many rows an operation gives; null where it refuses. Throws when it gives none to anybody. */
  count(operationId: string, parameters: Record<string, unknown>): Promise<number | null>;
}

/** A multipart request. Nothing of the body is read before `upload` is called: ask for rights first. */
export interface UploadCall<Id extends OperationId = never> extends Omit<InstanceCall<Id>, 'body'> {
  upload(maxBytes: number): Promise<{ fields: unknown; files: AsyncIterable<UploadedFile> }>;
}

/** What runs for an operation of scope `instance`. */
type InstanceRun =
  | { body: 'json'; reply: 'json'; run: (call: InstanceCall) => Promise<unknown> }
  | { body: 'files'; reply: 'json'; run: (call: UploadCall) => Promise<unknown> }
  | { body: 'json'; reply: 'file'; run: (call: InstanceCall) => Promise<FileReply> };

/** Carries in its type the name of the operation that a handler answers. */
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

// A request was checked against the schema before a handler runs, so the narrower input type holds.

/** A handler for anyone: `publicHandler<'heartbeat'>(…)` takes its types from the API files. */
export function publicHandler<Id extends OperationId = never>(
  run: Run<PublicCall<Id>, Id>,
): Handler & Answers<Id> {
  return { scope: 'public', run: run as (call: PublicCall) => Promise<unknown> };
}

/** A handler for whoever is signed in. */
export function sessionHandler<Id extends OperationId = never>(
  run: Run<SessionCall<Id>, Id>,
): Handler & Answers<Id> {
  return { scope: 'session', run: run as (call: SessionCall) => Promise<unknown> };
}

/**
 * A handler for rows of an instance; `sorts` are the fields by which its page can be ordered. What belongs to a
 * record is told once in `record()` instead.
 */
export function instanceHandler<Id extends OperationId = never>(
  run: Run<InstanceCall<Id>, Id>,
  sorts: readonly string[] = [],
): Handler & Answers<Id> {
  const untyped = run as (call: InstanceCall) => Promise<unknown>;
  return { scope: 'instance', sorts, body: 'json', reply: 'json', run: untyped };
}

/** A handler that takes files, for records of an instance. */
export function uploadHandler<Id extends OperationId = never>(
  run: Run<UploadCall<Id>, Id>,
): Handler & Answers<Id> {
  const untyped = run as (call: UploadCall) => Promise<unknown>;
  return { scope: 'instance', sorts: [], body: 'files', reply: 'json', run: untyped };
}

/** A handler that gives a file, of an instance. */
export function fileHandler<Id extends OperationId = never>(
  run: (call: InstanceCall<Id>) => Promise<FileReply>,
): Handler & Answers<Id> {
  const untyped = run as (call: InstanceCall) => Promise<FileReply>;
  return { scope: 'instance', sorts: [], body: 'json', reply: 'file', run: untyped };
}

/** The handlers of a module; each stands under the name of the operation that its types are of. */
export function handlers<Each extends { [Id in keyof Each]: Handler & Answers<Id> }>(each: Each): Each {
  return each;
}
