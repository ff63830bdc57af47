/**
 * The live channel (calls §7.12). Sessions and rights are checked when a socket opens, at every subscription, and
 * whenever they change, on all servers.
 */
import type { WebSocket } from '@fastify/websocket';
import type pg from 'pg';
import type { Account } from '../access/accounts.ts';
import { livingSessions } from '../access/sessions.ts';
import { accountOf } from '../access/viewAs.ts';
import type { Db } from '../database/connection.ts';
import { Problem } from '../core/problems.ts';
import type { Admission } from './admission.ts';
import { Bell } from './bell.ts';
import { CLOSE, LiveSocket } from './socket.ts';
import { removeOldMessages, Topics } from './topics.ts';

export interface ChannelOptions {
  admission: Admission;
  /** A separate database connection, for LISTEN. */
  listener: () => pg.Client;
  onError: (error: unknown) => void;
}

const SOCKETS_LIMIT = 20;
const PING_MS = 20_000;
const CLEAN_MS = 10 * 60_000;
/** Milliseconds that a socket may take to close. */
const CLOSING_MS = 500;

/** An account that may open a socket, with the token of its session. */
export interface Entry {
  account: Account;
  token: string;
}

/** The sockets of this server, by the token of their session. */
export class Channel {
  readonly #options: ChannelOptions;
  readonly #db: Db;
  readonly #topics: Topics;
  readonly #sockets = new Map<LiveSocket, string>();
  readonly #bell: Bell;
  readonly #timers: NodeJS.Timeout[];

  constructor(options: ChannelOptions) {
    const { onError } = options;
    this.#options = options;
    this.#db = options.admission.db;
    this.#topics = new Topics(this.#db, onError);
    this.#bell = new Bell(options.listener, {
      news: (topic) => this.#topics.news(topic),
      access: (id) => this.#sockets.forEach((_, socket) => socket.dependsOn(id) && socket.recheck()),
      back: () => {
        this.#topics.allNews();
        this.#sockets.forEach((_, socket) => socket.recheck());
      },
    });
    this.#timers = [
      setInterval(() => void this.#look().catch(onError), PING_MS),
      setInterval(() => void removeOldMessages(this.#db).catch(onError), CLEAN_MS),
    ];
  }

  /** Returns the account that opens a socket; throws without a session, or when the account has too many sockets. */
  async admit(token: string | undefined): Promise<Entry> {
    const account = token ? await this.#present(token) : undefined;
    if (!token || !account) throw new Problem(401, 'unauthorized');
    let open = 0;
    for (const socket of this.#sockets.keys()) if (socket.accountId === account.id) open += 1;
    if (open >= SOCKETS_LIMIT) throw new Problem(429, 'tooManySockets');
    return { account, token };
  }

  enter(socket: WebSocket, { account, token }: Entry): void {
    const { admission, onError } = this.#options;
    const present = () => this.#present(token);
    const live = new LiveSocket({ socket, account, present, admission, topics: this.#topics, onError });
    this.#sockets.set(live, token);
    socket.on('close', () => this.#sockets.delete(live));
    // The session may have ended while the socket opened.
    live.recheck();
  }

  /** Closes all sockets so that clients reconnect elsewhere; those that do not close in time are terminated. */
  async close(): Promise<void> {
    this.#timers.forEach((timer) => clearInterval(timer));
    const closing = [...this.#sockets.keys()];
    closing.forEach((socket) => socket.close(CLOSE.restart));
    setTimeout(() => closing.forEach((socket) => socket.terminate()), CLOSING_MS);
    await this.#bell.close();
  }

  /** Closes dead sockets and those of expired sessions, for which there is no notification. */
  async #look(): Promise<void> {
    const living = await livingSessions(this.#db, [...this.#sockets.values()]);
    for (const [socket, token] of this.#sockets) {
      if (living.has(token)) socket.ping();
      else socket.close(CLOSE.ended);
    }
  }

  async #present(token: string): Promise<Account | undefined> {
    const session = (await livingSessions(this.#db, [token])).get(token);
    return session && accountOf(this.#db, session);
  }
}
