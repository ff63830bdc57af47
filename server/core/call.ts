/** The data of an operation call that all kinds of handlers get. */
import type { Operations } from '../../schemas/generated/api.ts';
import type { Locale, Translate } from './texts.ts';
import type { Walk } from './walk.ts';

/** Name of an operation of the API files. */
export type OperationId = keyof Operations;

/** Type of a part of an operation; `unknown` without a name. */
export type Part<Id extends OperationId, Of extends 'parameters' | 'body' | 'reply'> = [Id] extends [never]
  ? unknown
  : Operations[Id][Of];

/** Passed to every handler. Parameters and body have already been checked against the API files. */
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
    /** The `User-Agent` header. */
    userAgent: string | undefined;
    /** Token of the session cookie. */
    sessionToken: string | undefined;
    /** Token of the cookie by which an account recognizes the browser. */
    deviceToken?: string | undefined;
    /** Version that the record must have, from If-Match; NaN when no record can match. */
    ifMatch?: number | undefined;
  };
  /** Set for an export, which reads the whole list, however long. */
  walk?: Walk;
  /** Sets the session cookie, or clears it. */
  setSession(token: string | undefined): void;
  /** Sets the cookie by which an account recognizes the browser. */
  setDevice(token: string): void;
}

/** Calls other operations on behalf of the account of a request. */
export interface OtherOperations {
  /** Checks that the account may call one of these operations; throws the refusal of the last one when not. */
  require(...operationIds: string[]): void;
  /** Returns the reply of a reading operation; throws what that operation throws. */
  read(operationId: string, parameters: Record<string, string | number>): Promise<unknown>;
  /**
   * Returns the number of rows that an operation returns; null where it is refused. Throws when it never returns rows.
   */
  count(operationId: string, parameters: Record<string, unknown>): Promise<number | null>;
}
