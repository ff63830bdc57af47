/** Changes of another user appear without a reload, under the content policy of the real server. */
import type { Page } from '@playwright/test';
import { enter, expect, settled, test } from './fixtures.ts';
import type { Product } from './product.ts';

/** The contract that the list shows first. */
async function firstContract({ sql }: Product): Promise<{ id: string; number: string; name: string }> {
  const [row] = await sql<{ id: string; number: string; name: string }>(
    `select id, number, name from contracts
     where status = 'ACTIVE' and instance_id = (select instance_id from accounts where login = 'manager')
     order by number, id limit 1`,
  );
  return row!;
}

/** Calls the product from a page, as its session. */
const call = (page: Page, path: string, body?: object) =>
  page.evaluate(
    async ([address, sent]) => {
      const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' };
      const response = await fetch(`/api/v3${address}`, {
        method: 'POST',
        headers,
        ...(sent && { body: JSON.stringify(sent) }),
      });
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
    },
    [path, body] as const,
  );

test('a list shows the change of another user, through one socket', async ({ page, another, product }) => {
  const { id, number } = await firstContract(product);
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  const subscribed = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await enter(page, 'manager', `/contracts?f.query=${encodeURIComponent(number)}`);
  await settled(page);
  await subscribed;
  const row = page.getByRole('row', { name: number });
  await expect(row).toContainText('Действует');
  const other = await another();
  await enter(other, 'manager', '/');
  await call(other, `/contract/${id}/block`);
  await expect(row).toContainText('Заблокирован');
  await call(other, `/contract/${id}/unblock`);
  await expect(row).toContainText('Действует');
  expect(sockets).toEqual([`${product.url.replace('http', 'ws')}/api/v3/notification/refreshbus`]);
});

test('a form shows what another user saved, until something is typed', async ({
  page,
  another,
  product,
  t,
}) => {
  const { id } = await firstContract(product);
  const subscribed = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await enter(page, 'manager', `/contracts/${id}`);
  await settled(page);
  await subscribed;
  const other = await another();
  await enter(other, 'manager', `/contracts/${id}`);
  await settled(other);
  const comment = (one: Page) => one.getByRole('textbox', { name: t('contract.comment') });
  const saveAs = async (text: string) => {
    await comment(other).fill(text);
    await other.getByRole('button', { name: t('engine.form.save'), exact: true }).click();
    await expect
      .poll(
        async () =>
          (await product.sql<{ comment: string }>('select comment from contracts where id = $1', [id]))[0]!
            .comment,
      )
      .toBe(text);
  };
  await saveAs('Первое замечание');
  await expect(comment(page)).toHaveValue('Первое замечание');
  await comment(page).fill('Моё');
  const reload = page.waitForResponse((response) => response.url().endsWith(`/contract/${id}`));
  await saveAs('Второе замечание');
  await reload;
  await expect(comment(page)).toHaveValue('Моё');
});
