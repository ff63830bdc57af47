/** The one place that sends requests to the server. */
import type { CompiledOperation } from '../language/compiled.ts';
import type { Debug } from './debug.ts';
import type { EarlyReplies } from './early.ts';
import type { I18n } from './i18n.ts';
import { createOnceKeys } from './once.ts';
import type { Problems } from './problem.ts';
import { fetchWithUpload, readWithProgress, type OnProgress } from './progress.ts';
import { requestParts, type Arguments, type Paging } from '../language/request.ts';

declare module './engine.ts' {
  interface Engine {
    readonly transport: Transport;
  }
}

export interface SendOptions extends Paging {
  signal?: AbortSignal | undefined;
  /** Called with the progress of an upload of a form with files, and of a download. */
  onProgress?: OnProgress;
}

/** A reply that is a file instead of JSON. */
export interface FileReply {
  blob: Blob;
  name?: string | undefined;
}

/** An operation on one version of a record; the server refuses it once there is a newer one. */
export interface VersionedOperation extends CompiledOperation {
  version?: number;
}

type UnauthorizedListener = (operation: CompiledOperation) => Promise<boolean> | boolean;

export interface Transport {
  /**
   * Sends a call and resolves to the reply: parsed JSON, a FileReply, or undefined when there is none. Every failure is
   * an ApiProblem; only an abort by the caller's signal is rethrown unchanged.
   */
  send(operation: VersionedOperation, args: Arguments, options?: SendOptions): Promise<unknown>;
  /**
   * Sets the listener for replies 401; there is only one, the session. It returns whether the user has signed in again,
   * so that the call can be repeated.
   */
  onUnauthorized(listener: UnauthorizedListener): void;
  /** Replaces the function that makes requests, until the returned function is called. */
  intercept(wrap: (fetch: Fetch) => Fetch): () => void;
}

type Fetch = typeof fetch;

interface TransportParts {
  i18n: Pick<I18n, 'current'>;
  problems: Problems;
  debug: Debug;
  /** The function that makes requests; the global `fetch` by default. */
  fetch?: Fetch;
  early?: EarlyReplies | undefined;
}

export function createTransport({ i18n, problems, debug, fetch: given, early }: TransportParts): Transport {
  let unauthorized: UnauthorizedListener = () => false;
  const once = createOnceKeys();
  const own: Fetch = (input, init) => (given ?? fetch)(input, init);
  let fetchNow = own;
  const send: Transport['send'] = async (operation, args, options = {}) => {
    const { url, body } = requestParts(operation, args, options);
    const keyed = operation.method === 'POST' && !operation.multipart;
    debug.noteRequest(() => `${operation.method} ${url} ${body === undefined ? '' : JSON.stringify(body)}`);
    const identity = keyed ? `${url} ${JSON.stringify(body)}` : undefined;
    const headers = headersFor(operation, body, i18n.current(), identity && once.keyFor(identity));
    try {
      const taken = operation.method === 'GET' ? early?.take(url, i18n.current()) : undefined;
      const response =
        (taken && (await taken)) ?? (await request({ operation, url, body, headers }, options, fetchNow));
      options.signal?.throwIfAborted();
      if (identity) once.answered(identity, response.status);
      if (!response.ok) {
        if (response.status === 401 && (await unauthorized(operation)))
          return await send(operation, args, options);
        throw await problems.ofResponse(response);
      }
      return await readReply(response, options.onProgress);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw Object.assign(problems.of(error), {
        operation: operation.id,
        ...(operation.failure ? { failure: operation.failure } : {}),
      });
    }
  };
  return {
    send,
    onUnauthorized(listener) {
      unauthorized = listener;
    },
    intercept(wrap) {
      fetchNow = wrap(own);
      return () => {
        fetchNow = own;
      };
    },
  };
}

interface Request {
  operation: VersionedOperation;
  url: string;
  body: unknown;
  headers: Record<string, string>;
}

function request(
  { operation: { method, multipart }, url, body, headers }: Request,
  { signal, onProgress }: SendOptions,
  fetchNow: Fetch,
): Promise<Response> {
  const form = multipart ? formOf(body as Arguments) : undefined;
  if (form && onProgress) {
    const init = { method, headers, body: form, ...(signal && { signal }) };
    return fetchWithUpload(url, init, onProgress);
  }
  const content = form ?? (body === undefined ? undefined : JSON.stringify(body));
  return fetchNow(url, {
    method,
    credentials: 'include',
    headers,
    ...(content !== undefined && { body: content }),
    ...(signal && { signal }),
  });
}

function headersFor(
  { multipart, version }: VersionedOperation,
  body: unknown,
  locale: string,
  key: string | undefined,
): Record<string, string> {
  return {
    Accept: 'application/json, */*;q=0.5',
    'Accept-Language': locale,
    'X-Requested-With': 'XMLHttpRequest',
    ...(body !== undefined && !multipart && { 'Content-Type': 'application/json' }),
    ...(key && { 'Idempotency-Key': key }),
    ...(version !== undefined && { 'If-Match': `"${version}"` }),
  };
}

/** Encodes a body as a form: files unchanged, a list of files as one part each, other values as text or JSON. */
function formOf(body: Arguments): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    for (const part of isFiles(value) ? value : [value])
      if (part instanceof Blob) form.append(name, part);
      else if (part != null) form.append(name, typeof part === 'string' ? part : JSON.stringify(part));
  return form;
}

const isFiles = (value: unknown): value is Blob[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => one instanceof Blob);

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
