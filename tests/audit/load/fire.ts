/** Sends requests at a fixed rate regardless of responses: a request delayed by a slow one counts as late. */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Shot {
  address: string;
  /** From the scheduled moment to the last byte, in milliseconds. */
  time: number;
  /** 0: no answer. */
  status: number;
}

export async function fire(
  url: string,
  cookie: string,
  { rate, seconds }: { rate: number; seconds: number },
  next: () => string,
): Promise<Shot[]> {
  const agent = new http.Agent({ keepAlive: true });
  const begun = performance.now();
  const shots: Promise<Shot>[] = [];
  for (let i = 0; i < rate * seconds; i += 1) {
    const due = begun + (i * 1000) / rate;
    while (performance.now() < due) await sleep(due - performance.now());
    shots.push(ask(agent, url, cookie, next(), due));
  }
  return Promise.all(shots).finally(() => agent.destroy());
}

function ask(agent: http.Agent, url: string, cookie: string, address: string, due: number): Promise<Shot> {
  return new Promise((resolve) => {
    const headers = { cookie, 'x-requested-with': 'fetch', 'accept-encoding': 'gzip, deflate, br' };
    const end = (status: number) => resolve({ address, time: performance.now() - due, status });
    http
      .get(url + address, { agent, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => end(answer.statusCode ?? 0));
        answer.on('error', () => end(0));
      })
      .on('error', () => end(0));
  });
}

export const percentile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? NaN;
