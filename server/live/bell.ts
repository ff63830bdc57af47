/**
 * One connection per server that only listens for notifications: which topics have new messages, whose rights changed.
 * They carry no other data, so what was missed while it was disconnected is found by reading again.
 */
import type pg from 'pg';

export interface BellListener {
  /** A message of `broadcast:index` was committed, by any server. */
  news(topic: string): void;
  /** The rights or sessions of an account changed. */
  access(accountId: string): void;
  /** Listening has started, for the first time or after a lost connection: any notification may have been missed. */
  back(): void;
}

const FIRST_DELAY_MS = 50;
const LAST_DELAY_MS = 1000;
const CHECK_MS = 10_000;
const PATIENCE_MS = 5000;

/** Listens until it is closed; reconnects whenever the connection is lost. */
export class Bell {
  readonly #connect: () => pg.Client;
  readonly #listener: BellListener;
  readonly #check: NodeJS.Timeout;
  #client: pg.Client | undefined;
  #closed = false;
  #delay = FIRST_DELAY_MS;
  #timer: NodeJS.Timeout | undefined;

  constructor(connect: () => pg.Client, listener: BellListener) {
    this.#connect = connect;
    this.#listener = listener;
    this.#check = setInterval(() => this.#ask(), CHECK_MS);
    void this.#open();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#check);
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  async #open(): Promise<void> {
    const client = this.#connect();
    this.#client = client;
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'live') this.#listener.news(payload);
      else this.#listener.access(payload);
    });
    try {
      await client.connect();
      await client.query('listen live; listen access');
      this.#delay = FIRST_DELAY_MS;
      this.#listener.back();
    } catch {
      this.#lose(client);
    }
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    void client.end().catch(() => undefined);
    if (this.#closed) return;
    this.#timer = setTimeout(() => void this.#open(), this.#delay);
    this.#delay = Math.min(this.#delay * 2, LAST_DELAY_MS);
  }

  /** Checks the connection: one that died without an error would remain silent forever. */
  #ask(): void {
    const client = this.#client;
    if (!client) return;
    const patience = setTimeout(() => this.#lose(client), PATIENCE_MS);
    const answered = () => clearTimeout(patience);
    client.query('select 1').then(answered, answered);
  }
}
