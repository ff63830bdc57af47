/** A minimal client of the live channel: sends commands and stores the messages. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { CHANNEL_PATH } from '../../../server/http/liveChannel.ts';
import type { Client } from '../support.ts';

export interface Told {
  type?: 'subscribed' | 'reset' | 'refused';
  broadcast: string;
  index: string;
  sequence: number;
  dto?: { id?: string; version?: number; removed?: boolean };
  reference?: boolean;
  batch?: boolean;
  code?: string;
  status?: number;
}

export class Listener {
  readonly told: Told[] = [];
  readonly closed: Promise<number>;
  readonly #wakers = new Set<() => void>();

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.told.push(JSON.parse(data.toString()) as Told);
      for (const wake of this.#wakers) wake();
    });
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => socket.on('close', (code) => resolve(code)));
  }

  /** Opens the channel as a page of the product does; rejects with the status of a refusal. */
  static async open(client: Client, headers: Record<string, string> = {}): Promise<Listener> {
    const socket = new WebSocket(client.url.replace('http', 'ws') + CHANNEL_PATH, {
      headers: { Origin: client.url, ...(client.cookie && { Cookie: client.cookie }), ...headers },
    });
    const listener = new Listener(socket);
    const refused = new Promise<never>((_, reject) =>
      socket.on('unexpected-response', (_request, response) => {
        socket.terminate();
        reject(new Error(String(response.statusCode)));
      }),
    );
    await Promise.race([once(socket, 'open'), refused]);
    return listener;
  }

  send(...commands: string[]): void {
    for (const command of commands) this.socket.send(command);
  }

  /** Resolves with the first message that satisfies `like`, already received or later. */
  async hears(like: (told: Told) => boolean): Promise<Told> {
    for (;;) {
      const found = this.told.find(like);
      if (found) return found;
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#wakers.delete(wake);
          resolve();
        };
        this.#wakers.add(wake);
      });
    }
  }

  /** Subscribes and waits for the reply. */
  async subscribe(command: string): Promise<Told> {
    const before = this.told.length;
    this.send(command);
    const [, key] = /^\+([^@]+)/.exec(command)!;
    return this.hears(
      (told) => this.told.indexOf(told) >= before && !!told.type && `${told.broadcast}:${told.index}` === key,
    );
  }

  messages(): Told[] {
    return this.told.filter(({ type }) => !type);
  }

  close(): void {
    this.socket.close();
  }
}
