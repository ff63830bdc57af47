/** Uploads without a network: requests that the test answers itself, and files that it chooses. */
import { vi } from 'vitest';

/** A request that the test answers itself. */
export class FakeRequest {
  static all: FakeRequest[] = [];
  upload: { onprogress?: (event: unknown) => void } = {};
  onload?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  withCredentials = false;
  responseType = '';
  status = 0;
  response: unknown;
  headers: Record<string, string> = {};
  line = '';
  body?: FormData;
  constructor() {
    FakeRequest.all.push(this);
  }
  open(method: string, url: string) {
    this.line = `${method} ${url}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getAllResponseHeaders() {
    return 'content-type: application/json\r\n';
  }
  send(body: FormData) {
    this.body = body;
  }
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
  answer(status: number, reply: unknown) {
    this.status = status;
    this.response = new TextEncoder().encode(JSON.stringify(reply));
    this.onload?.();
    this.onloadend?.();
  }
}

/** The files of the next file dialog, and the options with which it was opened. */
export const chosen = { files: [] as File[], accept: '', multiple: false, capture: '' };

/** Replaces the browser's requests and its file dialog. */
export function fakeUploads(): void {
  FakeRequest.all = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
    if (this.type !== 'file') return;
    Object.assign(chosen, {
      accept: this.accept,
      multiple: this.multiple,
      capture: this.getAttribute('capture') ?? '',
    });
    Object.defineProperty(this, 'files', { value: chosen.files });
    this.dispatchEvent(new Event(chosen.files.length ? 'change' : 'cancel'));
  });
}
