/**
 * The live channel (calls §7.12): one socket, opened with the first subscription. It comes back by itself and goes
 * on where it was, so that a listener misses nothing and hears nothing twice.
 */
import { connection } from './connection.ts';

export interface LiveItem {
  dto: Record<string, unknown>;
  /** The dto only names a record that changed (`id`, `version`, `removed`): the record is to be asked for. */
  reference: boolean;
}

export interface LiveListener {
  item(item: LiveItem): void;
  /** Something was missed: what was asked for before is old. */
  reset(): void;
}

/** What the server sends: a message, or with a `type` the answer to a command. */
interface Received {
  type?: 'subscribed' | 'reset' | 'refused';
  broadcast?: string;
  index?: string;
  sequence?: number;
  /** Milliseconds since the last message when the subscription began. */
  age?: number;
  dto?: unknown;
  reference?: boolean;
  batch?: boolean;
  code?: string;
}

interface Topic {
  name: string;
  /** When each began to listen, in milliseconds of the monotonic clock. */
  listeners: Map<LiveListener, number>;
  /** Of the last message; undefined until the server answered. */
  sequence?: number;
}

export interface LiveOptions {
  url: string;
  /** Milliseconds before the first try to come back, and at most between two. */
  firstDelay?: number;
  lastDelay?: number;
}

export interface Live {
  subscribe(broadcast: string, index: string, listener: LiveListener): () => void;
  /** Opens a new socket in place of one that may be dead. */
  reopen(): void;
  close(): void;
}

const ENDED = 1000;
/** Between the time of a message and the moment when others can read the change. */
const COMMIT = 1000;
const JITTER = 0.3;

export function createLive({ url, firstDelay = 3000, lastDelay = 30_000 }: LiveOptions): Live {
  const topics = new Map<string, Topic>();
  let socket: WebSocket | undefined;
  let delay = firstDelay;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const say = (command: string) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(command);
  };
  const ask = ({ name, sequence }: Topic) => say(`+${name}${sequence === undefined ? '' : `@${sequence}`}`);

  function open(): void {
    clearTimeout(timer);
    const opened = new WebSocket(url);
    socket = opened;
    opened.onopen = () => topics.forEach(ask);
    opened.onmessage = ({ data }) => opened === socket && receive(String(data));
    opened.onclose = ({ wasClean, code }) => {
      if (opened !== socket) return;
      socket = undefined;
      // A clean end is the end of the session: whoever signs in again subscribes again.
      if (topics.size === 0 || (wasClean && code === ENDED)) return;
      timer = setTimeout(open, Math.min(delay * (1 + JITTER * Math.random()), lastDelay));
      delay = Math.min(delay * 2, lastDelay);
    };
  }

  function receive(text: string): void {
    const message = parse(text);
    if (!message) return;
    const topic = topics.get(`${message.broadcast}:${message.index}`);
    if (!topic) return;
    if (message.type) answer(topic, message);
    else tell(topic, message);
  }

  function answer(topic: Topic, { type, sequence = 0, age, code }: Received): void {
    if (type === 'refused') {
      delete topic.sequence;
      console.warn(`The live channel refused ${topic.name}: ${code}`);
      return;
    }
    delay = firstDelay;
    const now = performance.now();
    const known = topic.sequence;
    topic.sequence = sequence;
    for (const [listener, since] of topic.listeners) {
      // What came between the question of a source and its subscription was told to nobody.
      const early = known === undefined && age !== undefined && age <= now - since + COMMIT;
      if (type === 'reset' || early || (known !== undefined && known !== sequence)) listener.reset();
    }
  }

  function tell(topic: Topic, { sequence = 0, dto, reference = false, batch }: Received): void {
    const known = topic.sequence;
    if (known === undefined || sequence <= known) return;
    if (sequence > known + 1) return ask(topic);
    topic.sequence = sequence;
    const items = batch && Array.isArray(dto) ? (dto as unknown[]) : [dto];
    for (const item of items)
      for (const listener of topic.listeners.keys())
        listener.item({ dto: item as Record<string, unknown>, reference });
  }

  return {
    subscribe(broadcast, index, listener) {
      const name = `${broadcast}:${index}`;
      const known = topics.get(name);
      const topic = known ?? { name, listeners: new Map() };
      topic.listeners.set(listener, performance.now());
      topics.set(name, topic);
      if (!socket) open();
      else if (!known) ask(topic);
      return () => {
        topic.listeners.delete(listener);
        if (topic.listeners.size > 0 || topics.get(name) !== topic) return;
        topics.delete(name);
        say(`-${name}`);
      };
    },
    reopen() {
      const old = socket;
      if (!old) return;
      open();
      old.close();
    },
    close() {
      clearTimeout(timer);
      topics.clear();
      socket?.close();
    },
  };
}

/** Missing parts are told as calls §5 says. */
function parse(text: string): Received | undefined {
  let message: Received;
  try {
    message = JSON.parse(text) as Received;
  } catch (error) {
    console.error('The live channel sent what is no JSON', error);
    return undefined;
  }
  if (!message?.broadcast) {
    console.error('A live message without a broadcast', message);
    return undefined;
  }
  if (!message.type && message.dto == null) console.warn('A live message without a dto', message);
  return message;
}

let live: Live | undefined;

/** Says where the channel is; the socket is opened with the first subscription. Comes back with what ends it. */
export function startLive(path: string): () => void {
  const url = new URL(path, window.location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const started = createLive({ url: url.href });
  live = started;
  let lost = connection.get().lost;
  const unsubscribe = connection.subscribe(() => {
    const was = lost;
    lost = connection.get().lost;
    // The socket may be dead without knowing it.
    if (was && !lost) started.reopen();
  });
  return () => {
    unsubscribe();
    started.close();
    live = undefined;
  };
}

/** Listens to a broadcast; nothing is heard in a product without a live channel. */
export function subscribeLive(broadcast: string, index: string, listener: LiveListener): () => void {
  return live?.subscribe(broadcast, index, listener) ?? (() => undefined);
}
