/** Connects to the compiler in its worker, with the sources that belong to this build. */
import type { Kind, Opened, Question, Questions, Reply } from './protocol.ts';

const SOURCES = '/tools/project.json';

export interface Compiler extends Opened {
  ask<K extends Kind>(kind: K, ask: Questions[K]['ask']): Promise<Questions[K]['answer']>;
  end(): void;
}

/** Starts the worker and sends it the sources; throws when they cannot be read. */
export async function openCompiler(): Promise<Compiler> {
  const response = await fetch(SOURCES);
  if (!response.ok) throw new Error(`${SOURCES}: ${response.status}`);
  const files = (await response.json()) as Questions['open']['ask']['files'];
  const worker = new Worker(new URL('./compile.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    const pending = waiting.get(data.number);
    waiting.delete(data.number);
    if ('error' in data) pending?.reject(new Error(data.error));
    else pending?.resolve(data.answer);
  });
  const ask = <K extends Kind>(kind: K, given: Questions[K]['ask']) =>
    new Promise<Questions[K]['answer']>((resolve, reject) => {
      const number = ++last;
      waiting.set(number, { resolve: resolve as (value: unknown) => void, reject });
      worker.postMessage({ number, kind, ask: given } as Question);
    });
  return { ...(await ask('open', { files })), ask, end: () => worker.terminate() };
}
