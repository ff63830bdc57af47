/** Incidents: opened by hand at results, accepted and declined; each rule tried to be broken. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spec } from '../../spec/spec.ts';
import { signIn, startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let results: Client;
let manager: Client;
beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  [results, manager] = await Promise.all([signIn(server, 'results'), signIn(server, 'manager')]);
});
afterAll(() => server.close());

interface Page<T> {
  list: T[];
  size: number;
}
interface Row {
  id: string;
  date: string;
  tierId: string;
  faulty: boolean;
}

describe('results', () => {
  it('are listed', async () => {
    spec('GET tievr paging');
    const page = await results.get<Page<Row>>('/tievr/paging', { count: 100, filter: { tab: 'routes' } });
    expect(page.status).toBe(200);
    expect(page.body.size).toBeGreaterThan(10);
    const { rows } = await server.pool.query('select status, count(*) from incidents group by 1');
    console.log(page.body.size, JSON.stringify(page.body.list[0]), rows);
    const one = await results.get<object>('/tievr', {
      id: page.body.list[0]!.id,
      date: page.body.list[0]!.date,
    });
    console.log(one.status, JSON.stringify(one.body).slice(0, 3000));
    const inc = await results.get<Page<Row>>('/incident/paging', { count: 3 });
    console.log(inc.status, JSON.stringify(inc.body));
    expect((await manager.get('/tievr/paging')).status).toBe(403);
  });
});
