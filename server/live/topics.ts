/**
 * Topics (`broadcast:index`) of this server that have subscribers, each read from the database in the order of its
 * sequence. Work on one topic runs sequentially.
 */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';

export interface TopicMessage {
  sequence: number;
  dto: unknown;
  /** The dto only identifies a changed record. */
  reference: boolean;
  batch: boolean;
}

/** A receiver of messages. */
export interface Subscriber {
  /** Messages follow from here on; `age` is the milliseconds since the last message was written, if known. */
  begin(sequence: number, age: number | undefined): void;
  message(message: TopicMessage): void;
  /** Messages are missing: all data must be read again. */
  reset(sequence: number): void;
}

const AT_ONCE = 500;
/** For more missed messages than this, reading the data again is cheaper. */
const MISSED_LIMIT = 1000;
/** Messages are stored for a day, which is also how long a client may be disconnected. */
const KEPT = sql<Date>`now() - interval '24 hours'`;

export class Topics {
  readonly #topics = new Map<string, Topic>();

  constructor(
    private readonly db: Db,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Starts sending messages; those after `after`, when the subscriber has received messages before. */
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

  /** There may be new messages. */
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
  /** Number of subscribers that are joining. */
  expected = 0;
  readonly #broadcast: string;
  readonly #index: string;
  /** Sequence of the last message sent. */
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

  /** Reads and sends new messages. */
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

/** Deletes expired messages. The sequences are preserved: they continue where they were. */
export async function removeOldMessages(db: Db): Promise<void> {
  await db.deleteFrom('live_messages').where('create_time', '<', KEPT).execute();
}
