/**
 * What this server tells of: each topic (`broadcast:index`) that someone subscribes to, read from the database in
 * the order of its sequence. Everything that concerns one topic happens one after the other.
 */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';

export interface TopicMessage {
  sequence: number;
  dto: unknown;
  /** The dto only names a record that changed. */
  reference: boolean;
  batch: boolean;
}

/** Someone who is told. */
export interface Subscriber {
  /** From here on; `age` is how many milliseconds ago the last message was written, if that is known. */
  begin(sequence: number, age: number | undefined): void;
  message(message: TopicMessage): void;
  /** Messages are missing: whatever was read must be read again. */
  reset(sequence: number): void;
}

const AT_ONCE = 500;
/** To whom more is missing it is cheaper to read again. */
const MISSED_LIMIT = 1000;
/** How long messages are kept, and a client may be away. */
const KEPT = sql<Date>`now() - interval '24 hours'`;

export class Topics {
  readonly #topics = new Map<string, Topic>();

  constructor(
    private readonly db: Db,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Begins to tell; from `after` on, when the subscriber has been told that much before. */
  async join(name: string, subscriber: Subscriber, after?: number): Promise<void> {
    const topic = this.#topics.get(name) ?? new Topic(this.db, name);
    this.#topics.set(name, topic);
    topic.expected += 1;
    try {
      await topic.next(() => topic.join(subscriber, after));
    } finally {
      topic.expected -= 1;
      this.#forgetEmpty(topic);
    }
  }

  leave(name: string, subscriber: Subscriber): void {
    const topic = this.#topics.get(name);
    topic?.subscribers.delete(subscriber);
    if (topic) this.#forgetEmpty(topic);
  }

  /** There may be something new. */
  news(name: string): void {
    const topic = this.#topics.get(name);
    topic?.next(() => topic.read()).catch(this.onError);
  }

  allNews(): void {
    for (const name of this.#topics.keys()) this.news(name);
  }

  #forgetEmpty(topic: Topic): void {
    if (topic.subscribers.size === 0 && topic.expected === 0) this.#topics.delete(topic.name);
  }
}

class Topic {
  readonly subscribers = new Set<Subscriber>();
  /** Subscribers that are on their way in. */
  expected = 0;
  readonly #broadcast: string;
  readonly #index: string;
  /** Of the last message that was told. */
  #sequence: number | undefined;
  #queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Db,
    readonly name: string,
  ) {
    const colon = name.indexOf(':');
    this.#broadcast = name.slice(0, colon);
    this.#index = name.slice(colon + 1);
  }

  next(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async join(subscriber: Subscriber, after: number | undefined): Promise<void> {
    const { sequence, age } = await this.#last();
    if (this.#sequence === undefined) this.#sequence = sequence;
    else await this.read();
    const now = this.#sequence;
    this.subscribers.add(subscriber);
    if (after === undefined || after === now) return subscriber.begin(now, age);
    const count = now - after;
    const missed = count > 0 && count <= MISSED_LIMIT ? await this.#messages(after, now) : [];
    if (missed.length !== count) return subscriber.reset(now);
    subscriber.begin(after, age);
    for (const message of missed) subscriber.message(message);
  }

  /** Tells what has come. */
  async read(): Promise<void> {
    if (this.#sequence === undefined) return;
    for (;;) {
      const messages = await this.#messages(this.#sequence);
      for (const message of messages) {
        const whole = message.sequence === this.#sequence + 1;
        this.#sequence = message.sequence;
        for (const subscriber of this.subscribers) {
          if (whole) subscriber.message(message);
          else subscriber.reset(message.sequence);
        }
      }
      if (messages.length < AT_ONCE) return;
    }
  }

  async #last(): Promise<{ sequence: number; age: number | undefined }> {
    const row = await this.db
      .selectFrom('live_sequences')
      .select(['sequence', sql<number>`extract(epoch from clock_timestamp() - change_time) * 1000`.as('age')])
      .where('broadcast', '=', this.#broadcast)
      .where('index', '=', this.#index)
      .executeTakeFirst();
    return { sequence: row?.sequence ?? 0, age: row && Math.max(0, Math.round(row.age)) };
  }

  #messages(after: number, until?: number): Promise<TopicMessage[]> {
    let rows = this.db
      .selectFrom('live_messages')
      .select(['sequence', 'dto', 'reference', 'batch'])
      .where('broadcast', '=', this.#broadcast)
      .where('index', '=', this.#index)
      .where('sequence', '>', after)
      .where('create_time', '>', KEPT)
      .orderBy('sequence');
    rows = until === undefined ? rows.limit(AT_ONCE) : rows.where('sequence', '<=', until);
    return rows.execute();
  }
}

/** Removes what is no longer told. The sequences stay: they go on where they were. */
export async function removeOldMessages(db: Db): Promise<void> {
  await db.deleteFrom('live_messages').where('create_time', '<', KEPT).execute();
}
