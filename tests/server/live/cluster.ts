/** Two servers in separate processes on one database; and the product's client of the live channel. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, connect as connectTo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { LiveSocket } from '../../../engine/data/liveSocket.ts';
import { connect, type Connection } from '../../../server/database/connection.ts';
import { CHANNEL_PATH } from '../../../server/http/liveChannel.ts';
import { declareBroadcasts } from '../../../server/records/publish.ts';
import { createSeededDatabase } from '../databases.ts';
import { ROOT, type Client } from '../support.ts';
import { liveApi } from './broadcasts.ts';

export interface Node {
  url: string;
  kill(): Promise<void>;
}

export interface Cluster extends Connection {
  start(): Promise<Node>;
  stop(): Promise<void>;
}

/** A seeded database, and servers on it. */
export async function startCluster(): Promise<Cluster> {
  const database = await createSeededDatabase({ scale: 0.02 });
  const connection = connect(database.url);
  // Changes by the tests themselves are published like those of a server.
  declareBroadcasts(connection.db, liveApi());
  const running: ChildProcess[] = [];
  return {
    ...connection,
    start: async () => {
      const child = spawn(
        process.execPath,
        ['--import', 'tsx', path.join(ROOT, 'tests/server/live/node.ts')],
        {
          cwd: ROOT,
          env: { ...process.env, TEST_DATABASE: database.url },
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      running.push(child);
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      return { url: line.toString().trim(), kill: () => killed(child) };
    },
    stop: async () => {
      await Promise.all(running.map(killed));
      await connection.close();
      await database.close();
    },
  };
}

/** Ends a process like a power cut. */
async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** A proxy between client and servers: passes bytes to the chosen server, and can be cut. */
export class Balancer {
  readonly #open = new Set<Socket>();
  readonly #server: Server;
  url = '';

  constructor(public target: string) {
    this.#server = createServer((from) => {
      const to = connectTo(Number(new URL(this.target).port), '127.0.0.1');
      for (const [one, other] of [
        [from, to],
        [to, from],
      ] as const) {
        this.#open.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.#open.delete(one);
          other.destroy();
        });
      }
      from.pipe(to).pipe(from);
    });
  }

  async listen(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    this.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    return this;
  }

  /** Number of connected clients. */
  get clients(): number {
    return this.#open.size / 2;
  }

  cut(): void {
    for (const socket of this.#open) socket.destroy();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

/** The browser's client, with a socket of Node instead of the browser's, and short waits. */
export function liveClient(client: Client, url: string): LiveSocket {
  const headers = { Origin: url, Cookie: client.cookie ?? '' };
  const Browser = class extends WebSocket {
    constructor(address: string) {
      super(address, { headers });
      this.on('error', () => undefined);
    }
  };
  Object.assign(globalThis, { WebSocket: Browser });
  return new LiveSocket({ url: url.replace('http', 'ws') + CHANNEL_PATH, firstDelay: 20, lastDelay: 100 });
}
