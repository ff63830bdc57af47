/** What a call of an operation has, before it is known how far its handler reaches. */
import type { Operations } from '../../schemas/generated/api.ts';
import type { Locale, Translate } from './texts.ts';
import type { Walk } from './walk.ts';

/** Name of an operation of the API files. */
export type OperationId = keyof Operations;

/** What a part of an operation looks like; without a name it is nothing in particular. */
export type Part<Id extends OperationId, Of extends 'parameters' | 'body' | 'reply'> = [Id] extends [never]
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

/** Asks other operations on behalf of the account of a request. */
export interface OtherOperations {
  /** Whether the account may call one of these operations; throws the refusal of the last when not. */
  require(...operationIds: string[]): void;
  /** The reply of a reading operation; throws what that operation throws. */
  read(operationId: string, parameters: Record<string, string | number>): Promise<unknown>;
  /** How many rows an operation gives; null where it refuses. Throws when it gives none to anybody. */
  count(operationId: string, parameters: Record<string, unknown>): Promise<number | null>;
}
