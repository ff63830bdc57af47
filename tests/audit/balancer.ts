/** A reverse proxy: distributes requests over the ready servers in rotation, without retries. */
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Milliseconds between two polls of `/readyz`. */
const EVERY_MS = 500;

export class Balancer {
  /** Addresses of the ready servers. */
  readonly ready = new Set<string>();
  readonly #server: Server;
  readonly #timer: NodeJS.Timeout;
  #turn = 0;

  constructor(private readonly urls: readonly string[]) {
    this.#server = createServer((incoming, answer) => this.#pass(incoming, answer));
    this.#timer = setInterval(() => void this.look(), EVERY_MS);
  }

  /** Starts listening; resolves with its address. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    await this.look();
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async look(): Promise<void> {
    await Promise.all(
      this.urls.map(async (url) => {
        const isReady = await fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isReady) this.ready.add(url);
        else this.ready.delete(url);
      }),
    );
  }

  close(): void {
    clearInterval(this.#timer);
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const ready = [...this.ready];
    const url = ready[this.#turn++ % ready.length];
    const fail = () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end());
    if (!url) return void fail();
    const { method, headers, url: address = '/' } = incoming;
    const passed = request(`${url}${address}`, {
      method,
      headers: { ...headers, 'x-forwarded-for': incoming.socket.remoteAddress },
    });
    passed.on('error', fail);
    passed.on('response', (reply) => {
      answer.writeHead(reply.statusCode!, reply.headers);
      reply.on('error', fail).pipe(answer);
    });
    incoming.pipe(passed);
  }
}
