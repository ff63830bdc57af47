/** What a module writes: one handler an operation. The kind of handler decides what it can reach. */
import type { Account } from '../access/accounts.ts';
import type { Scope } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import type { FileReply } from './fileReply.ts';
import type { Locale, Translate } from './texts.ts';
import type { UploadedFile } from './upload.ts';

/** The checked parts of a request, as the API files type them. */
export interface Input {
  params?: object;
  query?: object;
  body?: object;
}

/** What every handler gets. */
export interface Call<I extends Input> {
  params: I['params'];
  query: I['query'];
  body: I['body'];
  locale: Locale;
  translate: Translate;
  request: {
    /** Address of the client. */
    address: string;
    /** Host name without port, in lower case. */
    host: string;
    /** Token of the session cookie. */
    sessionToken: string | undefined;
  };
  /** Sets the session cookie, or clears it. */
  setSession(token: string | undefined): void;
}

/** Before sign-in. */
export interface PublicCall<I extends Input = Input> extends Call<I> {
  db: Db;
}

/** For anyone signed in; what it reads belongs to no instance, or to the account itself. */
export interface SessionCall<I extends Input = Input> extends Call<I> {
  db: Db;
  account: Account;
}

/** For records of an instance: the database can only be reached through the scope. */
export interface InstanceCall<I extends Input = Input> extends Call<I> {
  account: Account;
  scope: Scope;
  /** Other operations, with the rights of this account. */
  operations: Operations;
}

/** Asks other operations on behalf of the account of a request. */
export interface Operations {
  /** Whether the account may call one of these operations; throws the refusal of the last when not. */
  require(...operationIds: string[]): void;
  /** The reply of a reading operation; throws what that operation throws. */
  read(operationId: string, params: Record<string, string>): Promise<unknown>;
}

/** A multipart request. Nothing of the body is read before `upload` is called: ask for rights first. */
export interface UploadCall<I extends Input = Input> extends Omit<InstanceCall<I>, 'body'> {
  upload(maxBytes: number): Promise<{ fields: I['body']; files: AsyncIterable<UploadedFile> }>;
}

/** What runs for an operation of scope `instance`. */
type InstanceRun =
  | { body: 'json'; reply: 'json'; run: (call: InstanceCall) => Promise<unknown> }
  | { body: 'files'; reply: 'json'; run: (call: UploadCall) => Promise<unknown> }
  | { body: 'json'; reply: 'file'; run: (call: InstanceCall) => Promise<FileReply> };

export type Handler =
  | { scope: 'public'; run: (call: PublicCall) => Promise<unknown> }
  | { scope: 'session' | 'global'; run: (call: SessionCall) => Promise<unknown> }
  | ({ scope: 'instance'; sorts: readonly string[] } & InstanceRun);

export type Handlers = Record<string, Handler>;

// A request was checked against the schema before a handler runs, so the narrower input type holds.

/** A handler for anyone. */
export function publicHandler<I extends Input>(run: (call: PublicCall<I>) => Promise<unknown>): Handler {
  return { scope: 'public', run: run as (call: PublicCall) => Promise<unknown> };
}

/** A handler for whoever is signed in. */
export function sessionHandler<I extends Input>(run: (call: SessionCall<I>) => Promise<unknown>): Handler {
  return { scope: 'session', run: run as (call: SessionCall) => Promise<unknown> };
}

/** A handler for records of an instance; `sorts` are the fields by which its page can be ordered. */
export function instanceHandler<I extends Input>(
  run: (call: InstanceCall<I>) => Promise<unknown>,
  sorts: readonly string[] = [],
): Handler {
  const untyped = run as (call: InstanceCall) => Promise<unknown>;
  return { scope: 'instance', sorts, body: 'json', reply: 'json', run: untyped };
}

/** A handler that takes files, for records of an instance. */
export function uploadHandler<I extends Input>(run: (call: UploadCall<I>) => Promise<unknown>): Handler {
  const untyped = run as (call: UploadCall) => Promise<unknown>;
  return { scope: 'instance', sorts: [], body: 'files', reply: 'json', run: untyped };
}

/** A handler that gives a file, of an instance. */
export function fileHandler<I extends Input>(run: (call: InstanceCall<I>) => Promise<FileReply>): Handler {
  const untyped = run as (call: InstanceCall) => Promise<FileReply>;
  return { scope: 'instance', sorts: [], body: 'json', reply: 'file', run: untyped };
}
