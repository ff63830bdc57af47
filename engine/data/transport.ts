/** The one place that talks to the server. */
import type { CompiledOperation } from '../language/compiled.ts';
import { currentLocale } from './locale.ts';
import { asProblem, problemOf } from './problem.ts';
import { requestParts, type Arguments, type Paging } from './request.ts';

export interface SendOptions extends Paging {
  signal?: AbortSignal;
}

/** A reply that is a file and no JSON. */
export interface FileReply {
  blob: Blob;
  name?: string;
}

type UnauthorizedListener = (operation: CompiledOperation) => void;
let unauthorized: UnauthorizedListener = () => undefined;

/** Says who is told of a reply 401; there is one listener, the session. */
export function onUnauthorized(listener: UnauthorizedListener): void {
  unauthorized = listener;
}

/**
 * Sends a call and gives the reply: parsed JSON, a FileReply, or undefined when there is none. Every failure
 * is an ApiProblem; only an abort by the caller's signal comes through as it is.
 */
export async function send(
  operation: CompiledOperation,
  args: Arguments,
  options: SendOptions = {},
): Promise<unknown> {
  const { url, body } = requestParts(operation, args, options);
  try {
    const response = await fetch(url, {
      method: operation.method,
      credentials: 'include',
      headers: headersFor(body),
      body: payload(body),
      signal: options.signal,
    });
    if (!response.ok) {
      if (response.status === 401) unauthorized(operation);
      throw await problemOf(response);
    }
    return await readReply(response);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw asProblem(error);
  }
}

function headersFor(body: unknown): Record<string, string> {
  return {
    Accept: 'application/json, */*;q=0.5',
    'Accept-Language': currentLocale(),
    'X-Requested-With': 'XMLHttpRequest',
    ...(body !== undefined && !holdsFile(body) && { 'Content-Type': 'application/json' }),
  };
}

/** A body that holds a file goes as multipart; its other parts stay readable as JSON text. */
function payload(body: unknown): BodyInit | undefined {
  if (body === undefined) return undefined;
  if (!holdsFile(body)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body as Arguments))
    for (const part of Array.isArray(value) ? (value as unknown[]) : [value])
      if (part instanceof Blob) form.append(name, part);
      else if (part != null) form.append(name, typeof part === 'string' ? part : JSON.stringify(part));
  return form;
}

function holdsFile(body: unknown): boolean {
  return Object.values(body as Arguments).some((value) =>
    Array.isArray(value) ? value.some((item) => item instanceof Blob) : value instanceof Blob,
  );
}

async function readReply(response: Response): Promise<unknown> {
  if (response.status === 204 || response.headers.get('content-length') === '0') return undefined;
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json')) return (await response.json()) as unknown;
  const reply: FileReply = { blob: await response.blob(), name: fileName(response) };
  return reply;
}

function fileName(response: Response): string | undefined {
  const header = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(header)?.[1];
}
