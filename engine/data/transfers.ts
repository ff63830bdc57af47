/** Uploads and downloads: after a short delay each is shown in a toast with its progress and a button that stops it. */
import type { CompiledOperation } from '../language/compiled.ts';
import type { Api } from './api.ts';
import { saveFile, isFileReply } from './files.ts';
import type { I18n } from './i18n.ts';
import type { Arguments } from '../language/request.ts';
import type { Toasts } from './toasts.ts';
import type { FileReply, SendOptions, Transport } from './transport.ts';

declare module './engine.ts' {
  interface Engine {
    readonly transfers: Transfers;
  }
}

/** Milliseconds before a transfer is shown: a shorter one needs no toast. */
const MESSAGE_DELAY_MS = 400;

export type Transferred<T> = { done: true; reply: T } | { done: false };

type Transfer<T> = (options: Pick<SendOptions, 'onProgress' | 'signal'>) => Promise<T>;

export interface Transfers {
  /** Runs a transfer; `done` is false when the user stopped it. */
  run<T>(text: string, transfer: Transfer<T>): Promise<Transferred<T>>;
  /** Uploads one file; the replies that the call makes stale are dropped. */
  sendFile(operation: CompiledOperation, args: Arguments, file: File): Promise<Transferred<unknown>>;
  /** Downloads a file and passes it to the browser; false when it was stopped. */
  fetchFile(operation: CompiledOperation, args: Arguments): Promise<boolean>;
  /**
   * Orders a file from the server and downloads it once it is ready; false when it was stopped. POST orders it and
   * returns its id, GET of the id returns the file, or its progress while it is being created; DELETE cancels it. The
   * body of the operation is sent with the POST only.
   */
  fetchPrepared(operation: CompiledOperation, args: Arguments): Promise<boolean>;
}

interface TransferParts {
  api: Pick<Api, 'call'>;
  transport: Transport;
  i18n: Pick<I18n, 't'>;
  toasts: Toasts;
}

export function createTransfers({ api, transport: { send }, i18n: { t }, toasts }: TransferParts): Transfers {
  const run: Transfers['run'] = (text, transfer) => follow(transfer, { t, toasts, text });
  return {
    run,
    sendFile: (operation, args, file) =>
      run(t('engine.file.uploading', { name: file.name }), (options) => api.call(operation, args, options)),
    async fetchFile(operation, args) {
      const fetched = await run(t('engine.file.downloading'), (options) => send(operation, args, options));
      if (!fetched.done) return false;
      if (!isFileReply(fetched.reply)) throw new Error(`Operation "${operation.id}" answered with no file`);
      saveFile(fetched.reply);
      return true;
    },
    async fetchPrepared(operation, args) {
      const fetched = await run(t('engine.file.preparing'), (options) =>
        prepare(send, operation, args, options),
      );
      if (fetched.done) saveFile(fetched.reply);
      return fetched.done;
    },
  };
}

interface Shown {
  t: I18n['t'];
  toasts: Toasts;
  text: string;
}

/** Shows a transfer in a toast after a short delay, with its progress and a button that stops it. */
async function follow<T>(run: Transfer<T>, { t, toasts, text }: Shown): Promise<Transferred<T>> {
  const stop = new AbortController();
  let shown: number | undefined;
  let progress: number | undefined;
  const timer = setTimeout(() => {
    const button = { label: t('common.cancel'), onSelect: () => stop.abort() };
    shown = toasts.show({ type: 'info', text, button, unremovable: true, progress: progress ?? null });
  }, MESSAGE_DELAY_MS);
  try {
    const reply = await run({
      signal: stop.signal,
      onProgress: (done) => {
        progress = done;
        if (shown !== undefined) toasts.update(shown, { progress: done ?? null });
      },
    });
    return { done: true, reply };
  } catch (error) {
    if (stop.signal.aborted) return { done: false };
    throw error;
  } finally {
    clearTimeout(timer);
    if (shown !== undefined) toasts.dismiss(shown);
  }
}

/** Milliseconds between two polls for a file that is being created: the first interval, and the longest. */
const [SOON, LATER] = [500, 5000];

async function prepare(
  send: Transport['send'],
  operation: CompiledOperation,
  args: Arguments,
  { signal, onProgress }: Pick<SendOptions, 'onProgress' | 'signal'>,
): Promise<FileReply> {
  const order: CompiledOperation = { ...operation, method: 'POST', reply: 'record' };
  const { body: _body, ...fetched } = operation;
  const { id } = (await send(order, args, { signal })) as { id: string };
  const path = `${operation.path}/${encodeURIComponent(id)}`;
  const made: CompiledOperation = { ...fetched, path, parameters: pathOnly(operation) };
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
}

const pathOnly = ({ parameters }: CompiledOperation): CompiledOperation['parameters'] =>
  Object.fromEntries(Object.entries(parameters).filter(([, parameter]) => parameter.in === 'path'));

/** Resolves after the time; rejects as soon as the signal is aborted. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('Stopped', 'AbortError'));
    });
  });
}
