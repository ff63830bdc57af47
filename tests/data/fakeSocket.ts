/** A websocket whose server is the test. */
import { vi } from 'vitest';

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];

  readonly sent: string[] = [];
  readyState = 0;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { wasClean: boolean; code: number }) => void;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(command: string): void {
    this.sent.push(command);
  }

  close(): void {
    this.readyState = 3;
  }

  /** The server accepts. */
  open(): this {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
    return this;
  }

  says(message: unknown): void {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }

  subscribed(index: string, sequence: number, age?: number): void {
    this.says({ type: 'subscribed', broadcast: 'book', index, sequence, age });
  }

  tells(index: string, sequence: number, dto: unknown, more: object = {}): void {
    this.says({ broadcast: 'book', index, sequence, dto, ...more });
  }

  ends(code: number, wasClean = true): void {
    this.readyState = 3;
    this.onclose?.({ code, wasClean });
  }
}

/** The latest socket. */
export const lastSocket = (): FakeSocket => FakeSocket.all.at(-1)!;

/** Replaces the browser's sockets until globals are restored. */
export function fakeSockets(): void {
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
}
