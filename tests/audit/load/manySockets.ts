/** Very many live channels, opened from several loopback addresses and kept open. */
import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { WebSocket } from 'ws';

/** Channels that one account may have, and that one address opens. */
const OF_ACCOUNT = 20;
const OF_ADDRESS = 400;
/** Opened concurrently; the others wait. */
const AT_ONCE = 50;

/** Adds accounts like `manager`, each with a session; returns the cookies. */
export async function addSessions(client: pg.Client, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  await client.query(
    `with sample as (select * from accounts where login = 'manager'),
     made as (
       insert into accounts (instance_id, login, password_hash, last_name, first_name, enabled)
       select instance_id, 'many' || n, password_hash, last_name, first_name, true from sample, generate_series(1, $1) n
       returning id),
     roles as (
       insert into account_roles (account_id, role_id)
       select made.id, r.role_id from made, account_roles r where r.account_id = (select id from sample))
     insert into sessions (token_hash, account_id, expire_time)
     select hash, id, now() + interval '1 hour' from
       (select id, row_number() over () n from made) a join unnest($2::bytea[]) with ordinality h (hash, n) using (n)`,
    [count, hashes],
  );
  return tokens.map((token) => `sid=${token}`);
}

/** Opens channels that receive a broadcast; resolves with them once all are subscribed. */
export async function openMany(url: string, cookies: readonly string[], count: number, topic: string) {
  const sockets: WebSocket[] = [];
  const open = async (n: number) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v3/notification/refreshbus`, {
      origin: url,
      localAddress: `127.0.0.${2 + Math.floor(n / OF_ADDRESS)}`,
      headers: { cookie: cookies[Math.floor(n / OF_ACCOUNT)]! },
    });
    sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('open', () => socket.send(`+${topic}`));
      socket.once('message', (data: Buffer) => {
        const { type } = JSON.parse(data.toString()) as { type: string };
        if (type === 'subscribed') resolve();
        else reject(new Error(`Channel ${n} was answered ${data.toString()}`));
      });
    });
  };
  let next = 0;
  const workers = Array.from({ length: AT_ONCE }, async () => {
    while (next < count) await open(next++);
  });
  await Promise.all(workers);
  return sockets;
}
