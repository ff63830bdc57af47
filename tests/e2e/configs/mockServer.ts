/** A server that answers every call of the API files by a sample, and keeps what it was asked. */
import type { BrowserContext, Page, Route } from '@playwright/test';
import type { ApiOperation } from '../../../engine/language/api.ts';
import { project } from '../walk/visits.ts';
import { replyOf } from './samples.ts';

const { api } = project.catalogue;
const { session } = project.app!;

export interface Asked {
  operation: string;
  query: URLSearchParams;
}

/** Operations by method and path, those with fixed paths before those with parameters. */
const patterns = [...api.operations.values()]
  .map((operation) => ({
    operation,
    fits: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  .toSorted((a, b) => a.operation.path.split('{').length - b.operation.path.split('{').length);

const operationAt = (method: string, path: string): ApiOperation | undefined =>
  patterns.find(({ operation, fits }) => operation.method === method && fits.test(path))?.operation;

/** Where and when the samples are shown: the same on every machine, on every day. */
const INSTANCE = { instanceType: 'RO', timeZone: 'Europe/Moscow' };
const NOW = '2026-05-15T09:30:00Z';

/** What the session is told before any screen asks: an account with these permissions. */
const own = (permissions: readonly string[]): Record<string, unknown> => ({
  [session.renew!.id]: { login: 'sample', permissions, firstName: 'Anna', lastName: 'Sample' },
  [session.property?.id ?? '']: { value: null },
  [session.info!.id]: { ...(replyOf(api.operations.get(session.info!.id)!, api) as object), ...INSTANCE },
});

/** It is always the same moment on a page; the clock of the context would stay for other tests. */
export async function fixTime(page: Page): Promise<void> {
  await page.addInitScript((now) => {
    window.Date = class extends Date {
      constructor(...given: []) {
        super(...((given.length ? given : [now]) as []));
      }
      static override now = () => new Date(now).getTime();
    } as DateConstructor;
  }, NOW);
}

export class MockServer {
  /** In the order in which they came; the session's own are left out. */
  readonly asked: Asked[] = [];
  /** Of who is signed in; undefined while nobody is. */
  permissions: readonly string[] | undefined = [];

  /** From here on every call of the context's pages comes here, and the live channel is silent. */
  async take(context: BrowserContext): Promise<void> {
    await context.routeWebSocket(/\/api\//, () => undefined);
    await context.route('**/api/**', (route) => this.#answer(route));
  }

  #answer(route: Route): Promise<void> {
    const request = route.request();
    const url = new URL(request.url());
    const operation = operationAt(request.method(), url.pathname);
    if (!operation) throw new Error(`No operation answers ${request.method()} ${url.pathname}`);
    if (!this.permissions && operation.id === session.renew!.id)
      return route.fulfill({ status: 401, json: {} });
    const known = own(this.permissions ?? []);
    const ofSession = Object.values(session).some((one) => one?.id === operation.id);
    if (!ofSession) this.asked.push({ operation: operation.id, query: url.searchParams });
    const reply = operation.id in known ? known[operation.id] : replyOf(operation, api);
    return route.fulfill(reply === undefined ? { status: 204 } : { json: reply });
  }
}
