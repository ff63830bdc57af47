/** What a module writes: one handler an operation. The kind of handler decides what it can reach. */
import type { Account } from '../access/accounts.ts';
import { Scope } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import { Problem } from './problems.ts';
import type { Locale, Translate } from './texts.ts';

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
}

export type Handler =
  | { scope: 'public'; run: (call: PublicCall) => Promise<unknown> }
  | { scope: 'session' | 'global'; run: (call: SessionCall) => Promise<unknown> }
  | { scope: 'instance'; sorts: readonly string[]; run: (call: InstanceCall) => Promise<unknown> };

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
  return { scope: 'instance', sorts, run: run as (call: InstanceCall) => Promise<unknown> };
}

/** Runs a handler with as much of the database as its kind may reach. */
export function runHandler(
  handler: Handler,
  call: Call<Input>,
  db: Db,
  account: Account | undefined,
): Promise<unknown> {
  if (handler.scope === 'public') return handler.run({ ...call, db });
  if (!account) throw new Problem(401, 'unauthorized');
  if (handler.scope === 'instance') return handler.run({ ...call, account, scope: new Scope(db, account) });
  return handler.run({ ...call, account, db });
}
