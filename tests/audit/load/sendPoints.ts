/** Devices that send their positions: one batch per second, whatever the outcome of the previous one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../../server/support.ts';

interface Sending {
  url: string;
  cookie: string;
  devices: readonly string[];
  /** Points per second, spread over the devices. */
  rate: number;
  seconds: number;
}

/**
 * Sends for some seconds; returns how many points were sent and accepted, and how long each batch took in milliseconds.
 */
export async function sendPoints({ url, cookie, devices, rate, seconds }: Sending) {
  const client = new Client(url);
  client.cookie = cookie;
  const begun = performance.now();
  const batches: Promise<{ taken: number; time: number }>[] = [];
  let sent = 0;
  for (let second = 0; second < seconds; second += 1) {
    const due = begun + second * 1000;
    while (performance.now() < due) await sleep(due - performance.now());
    const points = Array.from({ length: rate }, (_, i) => ({
      deviceId: devices[i % devices.length]!,
      // Several points of one device within the second.
      time: new Date(Date.now() - Math.floor(i / devices.length) * 10).toISOString(),
      latitude: 55.7 + Math.random() / 10,
      longitude: 37.6 + Math.random() / 10,
      speed: 30,
    }));
    sent += points.length;
    batches.push(
      client.post<{ points: number }>('/telematics/batch', { points }).then(({ status, body }) => {
        if (status !== 200) throw new Error(`A batch was answered ${status}`);
        return { taken: body.points, time: performance.now() - due };
      }),
    );
  }
  const answers = await Promise.all(batches);
  return {
    sent,
    taken: answers.reduce((sum, { taken }) => sum + taken, 0),
    times: answers.map(({ time }) => time),
  };
}
