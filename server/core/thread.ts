/** Worker threads of the server: long-running work does not block the thread that serves requests. */
import { Worker } from 'node:worker_threads';
import type { ThreadCall, ThreadReply } from './threadWork.ts';

/** Starts a script in a separate thread; `data` is its `workerData`. */
export function startThread(script: URL, data: object = {}): Worker {
  return new Worker(new URL('./threadStart.mjs', import.meta.url), {
    workerData: { ...data, script: script.href },
    execArgv: [],
  });
}

/**
 * A thread that runs exported functions of modules, one after the other. A module keeps its state between two calls.
 *
 *   await thread.call<typeof makePdf>(new URL('./pdf.ts', import.meta.url), 'makePdf', document)
 */
export class Thread {
  readonly #worker: Worker;
  readonly #calls = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  #last = 0;
  #ended = false;

  constructor() {
    this.#worker = startThread(new URL('./threadWork.ts', import.meta.url));
    // An idle thread does not delay the stop of the server.
    this.#worker.unref();
    this.#worker.on('message', ({ id, value, error }: ThreadReply) => {
      const call = this.#calls.get(id);
      this.#calls.delete(id);
      if (error === undefined) call?.resolve(value);
      else call?.reject(new Error(error));
    });
    this.#worker.on('error', (error) => this.#fail(error as Error));
    this.#worker.on('exit', (code) => this.#fail(new Error(`A thread ended with code ${code}`)));
  }

  /** Whether it can no longer be used. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Argument and result are copied, so they cannot contain functions. Throws what the function throws, as an Error. */
  call<F extends (argument: never) => unknown>(
    module: URL,
    name: string,
    argument: Parameters<F>[0],
  ): Promise<Awaited<ReturnType<F>>> {
    if (this.#ended) return Promise.reject(new Error('The thread has ended'));
    const id = (this.#last += 1);
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#worker.postMessage({ id, module: module.href, name, argument } satisfies ThreadCall);
    });
  }

  end(): void {
    this.#fail(new Error('The thread was ended'));
    void this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#ended = true;
    for (const { reject } of this.#calls.values()) reject(error);
    this.#calls.clear();
  }
}
