/**
 * A socket of the live channel, opened with the first subscription. It reconnects automatically and resumes at the last
 * received message, so that a listener misses nothing and receives nothing twice.
 */
import { parseLive, type Received } from './liveMessages.ts';

export interface LiveItem {
  dto: Record<string, unknown>;
  /** The dto only names a record that changed (`id`, `version`, `removed`); the record must be requested. */
  reference: boolean;
}

export interface LiveListener {
  item(item: LiveItem): void;
  /** Something was missed: replies requested before are stale. */
  reset(): void;
}

interface Topic {
  name: string;
  /** Listeners with the time of their subscription, in milliseconds of the monotonic clock. */
  listeners: Map<LiveListener, number>;
  /** Sequence number of the last message; undefined until the server answered. */
  sequence?: number;
}

export interface LiveOptions {
  url: string;
  /** Milliseconds before the first attempt to reconnect, and the longest delay between two attempts. */
  firstDelay?: number;
  lastDelay?: number;
}

const ENDED = 1000;
/** Milliseconds between the time of a message and the moment when the change becomes visible to others. */
const COMMIT = 1000;
const JITTER = 0.3;

export class LiveSocket {
  readonly #url: string;
  readonly #firstDelay: number;
  readonly #lastDelay: number;
  readonly #topics = new Map<string, Topic>();
  #socket: WebSocket | undefined;
  #delay: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ url, firstDelay = 3000, lastDelay = 30_000 }: LiveOptions) {
    this.#url = url;
    this.#firstDelay = firstDelay;
    this.#lastDelay = lastDelay;
    this.#delay = firstDelay;
  }

  /** Subscribes to `broadcast:index`; the returned function unsubscribes. */
  subscribe(broadcast: string, index: string, listener: LiveListener): () => void {
    const name = `${broadcast}:${index}`;
    const known = this.#topics.get(name);
    const topic = known ?? { name, listeners: new Map<LiveListener, number>() };
    topic.listeners.set(listener, performance.now());
    this.#topics.set(name, topic);
    if (!this.#socket) this.#open();
    else if (!known) this.#subscribe(topic);
    return () => {
      topic.listeners.delete(listener);
      if (topic.listeners.size > 0 || this.#topics.get(name) !== topic) return;
      this.#topics.delete(name);
      this.#send(`-${name}`);
    };
  }

  /** Opens a new socket to replace one that may be dead. */
  reopen(): void {
    const old = this.#socket;
    if (!old) return;
    this.#open();
    old.close();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#topics.clear();
    this.#socket?.close();
  }

  #open(): void {
    clearTimeout(this.#timer);
    const opened = new WebSocket(this.#url);
    this.#socket = opened;
    opened.onopen = () => this.#topics.forEach((topic) => this.#subscribe(topic));
    opened.onmessage = ({ data }) => {
      if (opened === this.#socket) this.#receive(String(data));
    };
    opened.onclose = ({ wasClean, code }) => {
      if (opened === this.#socket) this.#lose(wasClean && code === ENDED);
    };
  }

  /** Reconnects, except after the end of the session: the next session subscribes again. */
  #lose(ended: boolean): void {
    this.#socket = undefined;
    if (this.#topics.size === 0 || ended) return;
    const wait = Math.min(this.#delay * (1 + JITTER * Math.random()), this.#lastDelay);
    this.#timer = setTimeout(() => this.#open(), wait);
    this.#delay = Math.min(this.#delay * 2, this.#lastDelay);
  }

  #send(command: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(command);
  }

  #subscribe({ name, sequence }: Topic): void {
    this.#send(`+${name}${sequence === undefined ? '' : `@${sequence}`}`);
  }

  #receive(text: string): void {
    const message = parseLive(text);
    const topic = message && this.#topics.get(`${message.broadcast}:${message.index}`);
    if (!topic) return;
    if (message.type) this.#handleReply(topic, message);
    else this.#deliver(topic, message);
  }

  #handleReply(topic: Topic, { type, sequence = 0, age, code }: Received): void {
    if (type === 'refused') {
      delete topic.sequence;
      console.warn(`The live channel refused ${topic.name}: ${code}`);
      return;
    }
    this.#delay = this.#firstDelay;
    const now = performance.now();
    const known = topic.sequence;
    topic.sequence = sequence;
    for (const [listener, since] of topic.listeners) {
      // A message sent between the request of a source and its subscription reached no listener.
      const early = known === undefined && age !== undefined && age <= now - since + COMMIT;
      if (type === 'reset' || early || (known !== undefined && known !== sequence)) listener.reset();
    }
  }

  #deliver(topic: Topic, { sequence = 0, dto, reference = false, batch }: Received): void {
    const known = topic.sequence;
    if (known === undefined || sequence <= known) return;
    if (sequence > known + 1) return this.#subscribe(topic);
    topic.sequence = sequence;
    if (dto == null) return;
    const items = batch && Array.isArray(dto) ? (dto as unknown[]) : [dto];
    for (const item of items)
      for (const listener of topic.listeners.keys())
        listener.item({ dto: item as Record<string, unknown>, reference });
  }
}
