/** Files on their way, up or down: after a moment each is shown with how far it is and a way to stop it. */
import type { CompiledOperation } from '../language/compiled.ts';
import { saveFile, isFileReply } from './files.ts';
import { t } from './locale.ts';
import { callOperation } from './operations.ts';
import type { Arguments } from './request.ts';
import { dismissToast, toast, updateToast } from './toasts.ts';
import { send, type SendOptions } from './transport.ts';

/** A transfer that ends sooner is not worth a message. */
const PATIENCE = 400;

export type Transferred<T> = { done: true; reply: T } | { done: false };

type Transfer<T> = (options: Pick<SendOptions, 'onProgress' | 'signal'>) => Promise<T>;

/** Runs a transfer; `done` is false when the person stopped it. */
export async function transfer<T>(text: string, run: Transfer<T>): Promise<Transferred<T>> {
  const stop = new AbortController();
  let shown: number | undefined;
  let progress: number | undefined;
  const timer = setTimeout(() => {
    const button = { label: t('common.cancel'), onSelect: () => stop.abort() };
    shown = toast({ type: 'info', text, button, unremovable: true, progress: progress ?? null });
  }, PATIENCE);
  try {
    const reply = await run({
      signal: stop.signal,
      onProgress: (done) => {
        progress = done;
        if (shown !== undefined) updateToast(shown, { progress: done ?? null });
      },
    });
    return { done: true, reply };
  } catch (error) {
    if (stop.signal.aborted) return { done: false };
    throw error;
  } finally {
    clearTimeout(timer);
    if (shown !== undefined) dismissToast(shown);
  }
}

/** Sends one file; what the call makes stale is asked for again. */
export function sendFile(
  operation: CompiledOperation,
  args: Arguments,
  file: File,
): Promise<Transferred<unknown>> {
  return transfer(t('engine.file.uploading', { name: file.name }), (options) =>
    callOperation(operation, args, options),
  );
}

/** Fetches a file and hands it to the browser; false when it was stopped. */
export async function fetchFile(operation: CompiledOperation, args: Arguments): Promise<boolean> {
  const fetched = await transfer(t('engine.file.downloading'), (options) => send(operation, args, options));
  if (!fetched.done) return false;
  if (!isFileReply(fetched.reply)) throw new Error(`Operation "${operation.id}" answered with no file`);
  saveFile(fetched.reply);
  return true;
}

/** Milliseconds between two questions for a file that is being made: the first, and the longest. */
const [SOON, LATER] = [500, 5000];

/**
 * Has the server make a file and fetches it once it is there; false when it was stopped. POST asks for it and is answered
 * with its id, GET of the id gives it, or while it is made how far that is; DELETE ends the making.
 */
export async function fetchPrepared(operation: CompiledOperation, args: Arguments): Promise<boolean> {
  const ask: CompiledOperation = { ...operation, method: 'POST', reply: 'record' };
  const fetched = await transfer(t('engine.file.preparing'), async ({ signal, onProgress }) => {
    const { id } = (await send(ask, args, { signal })) as { id: string };
    const path = `${operation.path}/${encodeURIComponent(id)}`;
    const made: CompiledOperation = { ...operation, path, parameters: pathOnly(operation) };
    try {
      for (let wait = SOON; ; wait = Math.min(LATER, wait * 1.5)) {
        const reply = await send(made, args, { signal });
        if (isFileReply(reply)) return reply;
        onProgress?.((reply as { progress: number }).progress);
        await pause(wait, signal);
      }
    } catch (error) {
      if (signal?.aborted) void send({ ...made, method: 'DELETE' }, args).catch(() => undefined);
      throw error;
    }
  });
  if (fetched.done) saveFile(fetched.reply);
  return fetched.done;
}

const pathOnly = ({ parameters }: CompiledOperation): CompiledOperation['parameters'] =>
  Object.fromEntries(Object.entries(parameters).filter(([, parameter]) => parameter.in === 'path'));

/** Rejects as soon as it is stopped. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('Stopped', 'AbortError'));
    });
  });
}
