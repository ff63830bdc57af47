/** Describes why a call failed, in texts for the user. */
import type { I18n } from './i18n.ts';

declare module './engine.ts' {
  interface Engine {
    readonly problems: Problems;
  }
}

export interface FieldError {
  field: string;
  code: string;
  message: string;
}

export interface ProblemDetails {
  errors?: FieldError[];
  /** The current record, sent with code `stale`. */
  current?: unknown;
  retryAfter?: number;
}

/** A refused or failed call. `message` is for the user; `code` is for decisions; a missing answer is 503. */
export class ApiProblem extends Error {
  /** The operation that was called. */
  operation?: string;
  /** Key of the text that the API declares for this failure. */
  failure?: string;

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details?: ProblemDetails,
  ) {
    super(message);
    this.name = 'ApiProblem';
  }
}

export interface Problems {
  /** Converts an unsuccessful response to a problem. */
  ofResponse(response: Response): Promise<ApiProblem>;
  /** Converts any thrown value to a problem; a failed connection is 503. */
  of(error: unknown): ApiProblem;
  /** Declares the operations of the session: whatever their ids, their failures use the texts `errorMessages.ROLE`. */
  nameRoles(operations: Record<string, { id: string } | undefined>): void;
  /** What was attempted, if it has a text: that of `x-failure`, `errorMessages.OPERATION`, `errorMessages.login`. */
  tried(error: unknown): string | undefined;
  /** What was attempted (the product's text for the operation, else `otherwise`), followed by what went wrong. */
  failureText(error: ApiProblem, otherwise?: string): string;
  /** The product's text for a status; that of 500 for a status without a text. */
  statusText(status: number): string;
}

/** Codes of problem documents whose own text tells the user less than the product's text for the status. */
const GENERIC_CODES: Record<string, number> = {
  unauthorized: 401,
  forbidden: 403,
  instanceType: 403,
  internal: 500,
  unavailable: 503,
};

type Texts = Pick<I18n, 't' | 'hasText'>;

export function createProblems(texts: Texts): Problems {
  const { t, hasText } = texts;
  const roles = new Map<string, string>();
  const statusText = (status: number) => statusTextOf(texts, status);
  const tried = (error: unknown) => {
    const { operation, failure } = error instanceof ApiProblem ? error : {};
    const keys = operation ? [operation, roles.get(operation)].map((one) => `errorMessages.${one}`) : [];
    const key = [...(failure ? [failure] : []), ...keys].find(hasText);
    return key && t(key);
  };
  return {
    statusText,
    tried,
    ofResponse: (response) => problemOf(texts, response),
    of(error) {
      if (error instanceof ApiProblem) return error;
      if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))
        return new ApiProblem(503, 'network', statusText(503));
      if (error instanceof SyntaxError) return new ApiProblem(502, 'unreadable', t('errorMessages.parsing'));
      const message = error instanceof Error ? error.message : String(error);
      return new ApiProblem(500, 'client', replaced(texts, message) ?? message);
    },
    nameRoles(operations) {
      for (const [role, operation] of Object.entries(operations))
        if (operation) roles.set(operation.id, role);
    },
    failureText(error, otherwise) {
      const what = tried(error) ?? otherwise;
      return what ? t('engine.action.failedAt', { tried: what, message: error.message }) : error.message;
    },
  };
}

async function problemOf(texts: Texts, response: Response): Promise<ApiProblem> {
  const type = response.headers.get('content-type') ?? '';
  const body = type.includes('json') ? await readJson(response) : undefined;
  const { status } = response;
  const details = body?.details as ProblemDetails | undefined;
  if (type.includes('problem+json')) {
    const code = typeof body?.code === 'string' ? body.code : String(status);
    const generic = GENERIC_CODES[code];
    const message = generic
      ? statusTextOf(texts, generic)
      : (text(body?.message) ?? statusTextOf(texts, status));
    return new ApiProblem(status, code, message, details);
  }
  const message = text(body?.message) ?? text(body?.error);
  return new ApiProblem(
    status,
    text(body?.code) ?? String(status),
    replaced(texts, message) ?? message ?? statusTextOf(texts, status),
    details,
  );
}

function statusTextOf({ t, hasText }: Texts, status: number): string {
  const key = `errorMessages.${status}`;
  return t(hasText(key) ? key : 'errorMessages.500');
}

/** Replaces the text of servers that send no problem document: a keyword in it selects ours (calls, section 8.1). */
function replaced({ t }: Texts, message: string | undefined): string | undefined {
  const keyword = /sql|40[134]/i.exec(message ?? '')?.[0];
  return keyword && t(`errorMessages.${keyword.toLowerCase()}`);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? value : undefined;
}

async function readJson(response: Response): Promise<Record<string, unknown> | undefined> {
  try {
    const body: unknown = await response.json();
    return body && typeof body === 'object' ? (body as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
