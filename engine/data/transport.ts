/** The one place that talks to the server. */
import type { CompiledOperation } from '../language/compiled.ts';
import { noteRequest } from './debug.ts';
import { currentLocale } from './locale.ts';
import { answered, keyFor } from './once.ts';
import { asProblem, problemOf } from './problem.ts';
import { fetchWithUpload, readWithProgress, type OnProgress } from './progress.ts';
import { requestParts, type Arguments, type Paging } from './request.ts';

export interface SendOptions extends Paging {
  signal?: AbortSignal;
  /** Told how far a form with files is on its way up, and a file on its way down. */
  onProgress?: OnProgress;
}

/** A reply that is a file and no JSON. */
export interface FileReply {
  blob: Blob;
  name?: string;
}

/** An operation on one version of a record; the server refuses it once there is a later one. */
export interface VersionedOperation extends CompiledOperation {
  version?: number;
}

type UnauthorizedListener = (operation: CompiledOperation) => Promise<boolean> | boolean;
let unauthorized: UnauthorizedListener = () => false;

/**
 * Says who is told of a reply 401; there is one listener, the session. It answers whether the reader has signed in
 * again, and the call is to be made once more.
 */
export function onUnauthorized(listener: UnauthorizedListener): void {
  unauthorized = listener;
}

/**
 * Sends a call and gives the reply: parsed JSON, a FileReply, or undefined when there is none. Every failure
 * is an ApiProblem; only an abort by the caller's signal comes through as it is.
 */
export async function send(
  operation: VersionedOperation,
  args: Arguments,
  options: SendOptions = {},
): Promise<unknown> {
  const { url, body } = requestParts(operation, args, options);
  const once = operation.method === 'POST' && !operation.multipart;
  noteRequest(() => `${operation.method} ${url} ${body === undefined ? '' : JSON.stringify(body)}`);
  const question = once ? `${url} ${JSON.stringify(body)}` : undefined;
  try {
    const response = await request(operation, url, body, options, question && keyFor(question));
    if (question) answered(question, response.status);
    if (!response.ok) {
      if (response.status === 401 && (await unauthorized(operation)))
        return await send(operation, args, options);
      throw await problemOf(response);
    }
    return await readReply(response, options.onProgress);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw Object.assign(asProblem(error), { operation: operation.id });
  }
}

function request(
  { method, multipart, version }: VersionedOperation,
  url: string,
  body: unknown,
  { signal, onProgress }: SendOptions,
  key: string | undefined,
): Promise<Response> {
  const form = multipart ? formOf(body as Arguments) : undefined;
  const headers = headersFor(body !== undefined && !form, key, version);
  if (form && onProgress) {
    const init = { method, headers, body: form, ...(signal && { signal }) };
    return fetchWithUpload(url, init, onProgress);
  }
  const text = body === undefined ? undefined : JSON.stringify(body);
  return fetch(url, { method, credentials: 'include', headers, body: form ?? text, signal });
}

function headersFor(
  json: boolean,
  key: string | undefined,
  version: number | undefined,
): Record<string, string> {
  return {
    Accept: 'application/json, */*;q=0.5',
    'Accept-Language': currentLocale(),
    'X-Requested-With': 'XMLHttpRequest',
    ...(json && { 'Content-Type': 'application/json' }),
    ...(key && { 'Idempotency-Key': key }),
    ...(version !== undefined && { 'If-Match': `"${version}"` }),
  };
}

/** Files go as they are; other parts stay readable as JSON text. A list is a part for each of its items. */
function formOf(body: Arguments): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    for (const part of Array.isArray(value) ? (value as unknown[]) : [value])
      if (part instanceof Blob) form.append(name, part);
      else if (part != null) form.append(name, typeof part === 'string' ? part : JSON.stringify(part));
  return form;
}

async function readReply(response: Response, onProgress?: OnProgress): Promise<unknown> {
  if (response.status === 204 || response.headers.get('content-length') === '0') return undefined;
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json')) return (await response.json()) as unknown;
  const blob = onProgress ? await readWithProgress(response, onProgress) : await response.blob();
  const reply: FileReply = { blob, name: fileName(response) };
  return reply;
}

function fileName(response: Response): string | undefined {
  const header = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(header)?.[1];
}
