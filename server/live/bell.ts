/**
 * One connection a server that only listens: which topics have news, whose rights changed. It says nothing else,
 * so what was missed while it was away is found by looking again.
 */
import type pg from 'pg';

export interface BellListener {
  /** A message of `broadcast:index` was committed, somewhere. */
  news(topic: string): void;
  /** The rights or sessions of an account changed. */
  access(accountId: string): void;
  /** It begins to listen, for the first time or after it was away: anything may have happened. */
  back(): void;
}

export interface Bell {
  close(): Promise<void>;
}

const FIRST_DELAY_MS = 50;
const LAST_DELAY_MS = 1000;
const CHECK_MS = 10_000;
const PATIENCE_MS = 5000;

/** Listens until it is closed, however often the connection is lost. */
export function hangBell(connect: () => pg.Client, listener: BellListener): Bell {
  let client: pg.Client | undefined;
  let closed = false;
  let delay = FIRST_DELAY_MS;
  let timer: NodeJS.Timeout | undefined;

  const lose = (lost: pg.Client) => {
    if (client !== lost) return;
    client = undefined;
    void lost.end().catch(() => undefined);
    if (closed) return;
    timer = setTimeout(() => void open(), delay);
    delay = Math.min(delay * 2, LAST_DELAY_MS);
  };
  const open = async () => {
    const opened = connect();
    client = opened;
    opened.on('error', () => lose(opened));
    opened.on('end', () => lose(opened));
    opened.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'live') listener.news(payload);
      else listener.access(payload);
    });
    try {
      await opened.connect();
      await opened.query('listen live; listen access');
      delay = FIRST_DELAY_MS;
      listener.back();
    } catch {
      lose(opened);
    }
  };
  // A connection that died without a word would keep silent for ever.
  const check = setInterval(() => {
    const asked = client;
    if (!asked) return;
    const patience = setTimeout(() => lose(asked), PATIENCE_MS);
    asked.query('select 1').then(
      () => clearTimeout(patience),
      () => clearTimeout(patience),
    );
  }, CHECK_MS);
  void open();
  return {
    close: async () => {
      closed = true;
      clearInterval(check);
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
