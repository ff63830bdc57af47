/**
 * A small talon system for the demonstration, on loopback only. `demo` / `demo` is accepted; `slow` never gets an
 * answer in time, with `gone` the connection breaks, all others are rejected.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandIn {
  url: string;
  stop(): void;
}

const SLOW_MS = 60_000;
const LISTS: Record<string, object[]> = {
  '/visit-points': [
    { id: 'P-1', name: 'Полигон «Северный»', address: 'Северное ш., 12-й км' },
    { id: 'P-2', name: 'Перегрузочная станция «Заречная»', address: 'ул. Заводская, 40' },
  ],
  '/ros': [
    { id: 'RO-1', name: 'ООО «ЭкоРегион»', tin: '7701234567' },
    { id: 'RO-2', name: 'АО «Чистый край»', tin: '7707654321' },
  ],
  '/polygon-contracts': [
    {
      id: 'K-1',
      number: 'ПС-2026/014',
      polygon: 'Полигон «Северный»',
      beginDate: '2026-01-01',
      endDate: '2026-12-31',
    },
    {
      id: 'K-2',
      number: 'ПС-2026/027',
      polygon: 'Перегрузочная станция «Заречная»',
      beginDate: '2026-03-01',
      endDate: null,
    },
  ],
};

/** Starts it on a free port. It does not keep the process alive. */
export async function startStandIn(): Promise<StandIn> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part.toString();
      if (text.length > 10_000) request.destroy();
    });
    request.on('end', () => answer(request, response, text));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse, text: string): void {
  const send = (status: number, body: object) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };
  const signsIn = request.method === 'POST' && request.url === '/token';
  const who = signsIn ? credentials(text) : (request.headers.authorization ?? '').replace('Bearer ', '');
  if (who === 'slow') setTimeout(() => send(200, {}), SLOW_MS).unref();
  else if (who === 'gone') request.socket.destroy();
  else if (who !== 'demo') send(401, {});
  else if (signsIn) send(200, { token: who });
  else if (request.url === '/test') send(200, { ok: true });
  else send(LISTS[request.url ?? ''] ? 200 : 404, LISTS[request.url ?? ''] ?? {});
}

/**
 * Returns the login of the credentials; undefined when they break the rule of the stand-in: the password equals the
 * login.
 */
function credentials(text: string): string | undefined {
  try {
    const { login, password } = JSON.parse(text) as Record<string, unknown>;
    return typeof login === 'string' && login === password ? login : undefined;
  } catch {
    return undefined;
  }
}
