/** The product's live channel (calls §7.12): one socket for all subscriptions. */
import type { ConnectionStore } from './connection.ts';
import { LiveSocket, type LiveListener } from './liveSocket.ts';

declare module './engine.ts' {
  interface Engine {
    readonly live: Live;
  }
}

export interface Live {
  /** Subscribes to a broadcast; without a live channel nothing is ever received. */
  subscribe(broadcast: string, index: string, listener: LiveListener): () => void;
  end(): void;
}

/** @param path of the channel; the socket is opened with the first subscription */
export function createLive(path: string | undefined, connection: ConnectionStore): Live {
  if (path === undefined) return { subscribe: () => () => undefined, end: () => undefined };
  const url = new URL(path, window.location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const socket = new LiveSocket({ url: url.href });
  let lost = connection.get().lost;
  const unsubscribe = connection.subscribe(() => {
    const was = lost;
    lost = connection.get().lost;
    // The socket may be dead without having noticed.
    if (was && !lost) socket.reopen();
  });
  return {
    subscribe: (broadcast, index, listener) => socket.subscribe(broadcast, index, listener),
    end() {
      unsubscribe();
      socket.close();
    },
  };
}
