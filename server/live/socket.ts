/** One socket of the live channel: its commands, its subscriptions, and the messages sent to it. */
import type { WebSocket } from '@fastify/websocket';
import type { Account } from '../access/accounts.ts';
import { isNarrowed, reachOf } from '../access/reach.ts';
import { toProblem } from '../core/problems.ts';
import { admit, type Admission, type Wanted } from './admission.ts';
import type { Subscriber, TopicMessage, Topics } from './topics.ts';

/** `+broadcast:index`, `+broadcast:index@sequence` or `-broadcast:index`. */
const COMMAND = /^([+-])([A-Za-z]\w{0,99}):([^\s@]{1,200})(?:@(\d{1,15}))?$/;
const SUBSCRIPTIONS_LIMIT = 200;
/** Most unanswered commands; a client that sends more does not read. */
const WAITING_LIMIT = 2 * SUBSCRIPTIONS_LIMIT;
const UNSENT_LIMIT_BYTES = 1024 * 1024;

/** Close codes: after 1000 the session has ended, after the others a client reconnects and continues. */
export const CLOSE = { ended: 1000, policy: 1008, restart: 1012, later: 1013 } as const;

interface Subscription {
  wanted: Wanted;
  topic: string;
  subscriber: Subscriber;
}

export interface SocketOptions {
  socket: WebSocket;
  account: Account;
  /** The current account; undefined when the session has ended or the account may no longer connect. */
  present: () => Promise<Account | undefined>;
  admission: Admission;
  topics: Topics;
  onError: (error: unknown) => void;
}

export class LiveSocket {
  readonly #options: SocketOptions;
  readonly #subscriptions = new Map<string, Subscription>();
  #account: Account;
  #queue: Promise<void> = Promise.resolve();
  #waiting = 0;
  #recheckWaits = false;
  #answered = true;
  #gone = false;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#account = options.account;
    const { socket } = options;
    socket.on('message', (data: Buffer, binary: boolean) => this.#receive(binary ? '' : data.toString()));
    socket.on('pong', () => (this.#answered = true));
    socket.on('close', () => this.#leave());
  }

  get accountId(): string {
    return this.#account.id;
  }

  /** Whether the rights of this account determine what is sent to the socket. */
  dependsOn(accountId: string): boolean {
    return this.#account.id === accountId || this.#account.viewed?.id === accountId;
  }

  close(code: number): void {
    this.#leave();
    this.#options.socket.close(code);
  }

  terminate(): void {
    this.#leave();
    this.#options.socket.terminate();
  }

  /** Sends a ping; terminates the socket if the last one was not answered. */
  ping(): void {
    if (!this.#answered) return this.terminate();
    this.#answered = false;
    this.#options.socket.ping();
  }

  /** Checks session, account and every subscription again, because rights may have changed. */
  recheck(): void {
    if (this.#recheckWaits) return;
    this.#recheckWaits = true;
    this.#next(async () => {
      this.#recheckWaits = false;
      if (!(await this.#mayStay())) return;
      for (const [key, { wanted, topic, subscriber }] of this.#subscriptions) {
        const refusal = await this.#refusal(wanted);
        if (!refusal) continue;
        this.#options.topics.leave(topic, subscriber);
        this.#subscriptions.delete(key);
        this.#send({ type: 'refused', ...wanted, ...refusal });
      }
    });
  }

  /** Checks session and account; closes the socket when they have ended. */
  async #mayStay(): Promise<boolean> {
    const account = await this.#options.present();
    if (account) this.#account = account;
    else this.close(CLOSE.ended);
    return account !== undefined;
  }

  #receive(text: string): void {
    const [, sign, broadcast, index, sequence] = COMMAND.exec(text) ?? [];
    if (!sign || !broadcast || !index || this.#waiting >= WAITING_LIMIT) return this.close(CLOSE.policy);
    const wanted = { broadcast, index };
    this.#next(() =>
      sign === '-'
        ? this.#unsubscribe(wanted)
        : this.#subscribe(wanted, sequence ? Number(sequence) : undefined),
    );
  }

  /** Runs commands one after the other; an internal error closes the socket, and the client retries. */
  #next(work: () => Promise<void> | void): void {
    this.#waiting += 1;
    this.#queue = this.#queue
      .then(() => (this.#gone ? undefined : work()))
      .catch((error: unknown) => {
        this.#options.onError(error);
        this.close(CLOSE.later);
      })
      .finally(() => (this.#waiting -= 1));
  }

  #unsubscribe(wanted: Wanted): void {
    const subscription = this.#subscriptions.get(keyOf(wanted));
    if (!subscription) return;
    this.#subscriptions.delete(keyOf(wanted));
    this.#options.topics.leave(subscription.topic, subscription.subscriber);
  }

  async #subscribe(wanted: Wanted, after: number | undefined): Promise<void> {
    // A repeated subscription starts again: the client found a gap.
    this.#unsubscribe(wanted);
    if (this.#subscriptions.size >= SUBSCRIPTIONS_LIMIT) {
      return this.#send({ type: 'refused', ...wanted, status: 429, code: 'tooManySubscriptions' });
    }
    if (!(await this.#mayStay())) return;
    let topic = '';
    const refusal = await this.#refusal(wanted, (admitted) => (topic = admitted));
    if (refusal) return this.#send({ type: 'refused', ...wanted, ...refusal });
    if (this.#gone) return;
    const subscriber = this.#subscriberOf(wanted);
    this.#subscriptions.set(keyOf(wanted), { wanted, topic, subscriber });
    await this.#options.topics.join(topic, subscriber, after);
    // The client may have disconnected while the topic was read.
    if (this.#gone) this.#options.topics.leave(topic, subscriber);
  }

  async #refusal(
    wanted: Wanted,
    admitted: (topic: string) => void = () => undefined,
  ): Promise<{ status: number; code: string } | undefined> {
    try {
      admitted(await admit(this.#options.admission, this.#account, wanted));
      return undefined;
    } catch (error) {
      const { status, code } = toProblem(error);
      if (status >= 500) throw error;
      return { status, code };
    }
  }

  #subscriberOf(wanted: Wanted): Subscriber {
    return {
      begin: (sequence, age) => this.#send({ type: 'subscribed', ...wanted, sequence, age }),
      message: (message) => {
        const { sequence, dto, reference, batch } = forAccount(message, this.#account);
        this.#send({ ...wanted, sequence, dto, ...(reference && { reference }), ...(batch && { batch }) });
      },
      reset: (sequence) => this.#send({ type: 'reset', ...wanted, sequence }),
    };
  }

  #send(message: object): void {
    const { socket } = this.#options;
    if (this.#gone) return;
    socket.send(JSON.stringify(message));
    // A client that reads too slowly is disconnected, and continues from its sequence when it reconnects.
    if (socket.bufferedAmount > UNSENT_LIMIT_BYTES) this.terminate();
  }

  #leave(): void {
    this.#gone = true;
    for (const { topic, subscriber } of this.#subscriptions.values()) {
      this.#options.topics.leave(topic, subscriber);
    }
    this.#subscriptions.clear();
  }
}

/**
 * Returns the message for an account. A dto is for all who read the list, with rows of any district and division: an
 * account narrowed to districts or divisions only gets id and version of the changed record, and reads it under its own
 * scope.
 */
function forAccount(message: TopicMessage, account: Account): TopicMessage {
  if (message.reference || !isNarrowed(reachOf(account, 'own'))) return message;
  const dto = message.batch ? (message.dto as Dto[]).map(named) : named(message.dto as Dto);
  return { ...message, dto, reference: true };
}

type Dto = Record<string, unknown>;
const named = ({ id, version }: Dto) => ({ id, version });

const keyOf = ({ broadcast, index }: Wanted) => `${broadcast}:${index}`;
