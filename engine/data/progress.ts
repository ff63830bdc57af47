/** Long requests: their progress, and a way to stop them. */

/** From 0 to 1; undefined while the length is not known. */
export type OnProgress = (done: number | undefined) => void;

/**
 * Like `fetch`, for large request bodies: `fetch` does not report the progress of an upload.
 * A lost connection is a TypeError and an abort an AbortError, as with `fetch`.
 */
export function fetchWithUpload(
  url: string,
  init: { method: string; headers: Record<string, string>; body: FormData; signal?: AbortSignal },
  onProgress: OnProgress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open(init.method, url);
    request.withCredentials = true;
    request.responseType = 'arraybuffer';
    for (const [name, value] of Object.entries(init.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) =>
      onProgress(lengthComputable ? loaded / total : undefined);
    request.onload = () => {
      const empty = request.status === 204 || request.status === 304;
      resolve(
        new Response(empty ? null : (request.response as ArrayBuffer), {
          status: request.status,
          headers: headersOf(request.getAllResponseHeaders()),
        }),
      );
    };
    request.onerror = () => reject(new TypeError('The connection was lost'));
    request.onabort = () => reject(new DOMException('Stopped', 'AbortError'));
    request.onloadend = () => init.signal?.removeEventListener('abort', stop);
    if (init.signal?.aborted) return reject(new DOMException('Stopped', 'AbortError'));
    init.signal?.addEventListener('abort', stop);
    request.send(init.body);
  });
}

/** Reads a reply to its end and reports the progress. */
export async function readWithProgress(response: Response, onProgress: OnProgress): Promise<Blob> {
  const total = Number(response.headers.get('content-length')) || undefined;
  const packed = response.headers.has('content-encoding');
  const parts: BlobPart[] = [];
  let loaded = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value as BlobPart);
    loaded += part.value.byteLength;
    // Content-Length is the length of the compressed bytes.
    onProgress(total && !packed ? Math.min(1, loaded / total) : undefined);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

function headersOf(lines: string): Headers {
  const headers = new Headers();
  for (const line of lines.trim().split(/[\r\n]+/)) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  return headers;
}
