/** Creates a contract for one test. */
import { expect, type Page } from '@playwright/test';

/** Headers of every call of the product. */
export const headers = { 'X-Requested-With': 'XMLHttpRequest' };

/** Creates a contract of the kind as the signed-in account, by a call, and returns its address. */
export async function contractOf(page: Page, kind: string, number: string): Promise<string> {
  const reply = await page.request.get('/api/v3/customer/paging?count=2', { headers });
  const { list } = (await reply.json()) as { list: { id: string; name: string; shortName: string }[] };
  const [customer, supplier] = list.map(({ id, name, shortName }) => ({ id, name, shortName }));
  const data = {
    number: `${number}-${kind}`,
    name: 'Проверка разделов',
    type: { name: kind, caption: '' },
    customer,
    supplier,
    effectiveDate: '2026-01-01',
  };
  const made = await page.request.post('/api/v3/contract', { data, headers });
  expect(made.status()).toBe(200);
  return `/contracts/${((await made.json()) as { id: string }).id}`;
}
