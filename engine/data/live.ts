/** The product's live channel (calls §7.12): one socket for all that listen. */
import { connection } from './connection.ts';
import { LiveSocket, type LiveListener } from './liveSocket.ts';

let live: LiveSocket | undefined;

/** Says where the channel is; the socket is opened with the first subscription. Comes back with what ends it. */
export function startLive(path: string): () => void {
  const url = new URL(path, window.location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const started = new LiveSocket({ url: url.href });
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
