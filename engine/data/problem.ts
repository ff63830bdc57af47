/** What went wrong with a call, in words that the reader may see. */
import { hasText, t } from './locale.ts';

export interface FieldError {
  field: string;
  code: string;
  message: string;
}

export interface ProblemDetails {
  errors?: FieldError[];
  /** The record as it stands now, sent with code `stale`. */
  current?: unknown;
  retryAfter?: number;
}

/** A refused or failed call. `message` is for the reader; `code` is for decisions; no answer is 503. */
export class ApiProblem extends Error {
  /** The operation that was called. */
  operation?: string;

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

/** Problem documents whose own sentence says less to the reader than the product's text for the status. */
const GENERIC_CODES: Record<string, number> = {
  unauthorized: 401,
  forbidden: 403,
  instanceType: 403,
  internal: 500,
  unavailable: 503,
};

/** A reply that is no success, as a problem. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const type = response.headers.get('content-type') ?? '';
  const body = type.includes('json') ? await readJson(response) : undefined;
  const { status } = response;
  if (type.includes('problem+json')) {
    const code = typeof body?.code === 'string' ? body.code : String(status);
    const generic = GENERIC_CODES[code];
    const message = generic ? statusText(generic) : (text(body?.message) ?? statusText(status));
    return new ApiProblem(status, code, message, body?.details as ProblemDetails | undefined);
  }
  const said = text(body?.message) ?? text(body?.error);
  return new ApiProblem(
    status,
    text(body?.code) ?? String(status),
    replaced(said) ?? said ?? statusText(status),
    body?.details as ProblemDetails | undefined,
  );
}

/** Whatever was thrown, as a problem; a failed connection is 503. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))
    return new ApiProblem(503, 'network', statusText(503));
  // The reply was none that can be read.
  if (error instanceof SyntaxError) return new ApiProblem(502, 'unreadable', t('errorMessages.parsing'));
  const said = error instanceof Error ? error.message : String(error);
  return new ApiProblem(500, 'client', replaced(said) ?? said);
}

/** What a product calls its session operations does not matter: they have the texts of what they do. */
const roles = new Map<string, string>();

export function nameRoles(operations: Record<string, { id: string } | undefined>): void {
  for (const [role, operation] of Object.entries(operations)) if (operation) roles.set(operation.id, role);
}

/** What was tried, if the product has words for it: `errorMessages.OPERATION`, `errorMessages.login`. */
export function triedText(error: unknown): string | undefined {
  const { operation } = error instanceof ApiProblem ? error : {};
  const keys = operation ? [operation, roles.get(operation)].map((one) => `errorMessages.${one}`) : [];
  const key = keys.find(hasText);
  return key && t(key);
}

/** What went wrong, after what was tried: in the product's words, else in those that are given. */
export function failureText(error: ApiProblem, otherwise?: string): string {
  const tried = triedText(error) ?? otherwise;
  return tried ? t('engine.action.failedAt', { tried, message: error.message }) : error.message;
}

/** The product's sentence for a status; 500 speaks for every status without one. */
export function statusText(status: number): string {
  const key = `errorMessages.${status}`;
  return t(hasText(key) ? key : 'errorMessages.500');
}

/** Texts of servers that send no problem document: what they mention decides (calls, section 8.1). */
function replaced(message: string | undefined): string | undefined {
  const word = /sql|40[134]/i.exec(message ?? '')?.[0];
  return word && t(`errorMessages.${word.toLowerCase()}`);
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
