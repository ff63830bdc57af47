/** The other party of a contract sees its documents with their files, and cannot change them. */
import { enter, expect, settled, test } from '../fixtures.ts';
import { headers } from './contractOf.ts';

/** A picture of one red point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

test('the carrier opens the file of a document that the operator added', async ({
  page,
  another,
  product,
  t,
}) => {
  const [contract] = await product.sql<{ id: string }>(
    `select k.id from contracts k join customers c on c.id in (k.customer_id, k.supplier_id)
     where k.status = 'ACTIVE' and k.instance_id = (select instance_id from accounts where login = 'manager')
       and c.linked_instance_id = (select instance_id from accounts where login = 'carrier')
     order by k.number limit 1`,
  );
  await enter(page, 'manager', '/');
  const uploaded = await page.request.post(`/api/v3/contract-file?contractId=${contract!.id}`, {
    headers,
    multipart: { file: { name: 'акт сверки.png', mimeType: 'image/png', buffer: PNG } },
  });
  expect(uploaded.status()).toBe(200);
  const { id, document } = (await uploaded.json()) as { id: string; document: { id: string } };

  const carrier = await another();
  await enter(carrier, 'carrier', `/contracts/${contract!.id}/document/${document.id}`);
  await settled(carrier);
  const link = carrier.getByRole('main').getByRole('link', { name: 'акт сверки.png' });
  const picture = carrier.getByRole('main').locator(`img[src*="${id}"]`);
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  const opened = await carrier.request.get((await link.getAttribute('href'))!);
  expect([opened.status(), opened.headers()['content-type']]).toEqual([200, 'image/png']);

  const turned = await carrier.request.post(`/api/v3/file/${id}/rotation`, {
    headers,
    data: { rotation: 90, version: 1 },
  });
  expect([turned.status(), ((await turned.json()) as { code: string }).code]).toEqual([403, 'ownersOnly']);
  await expect(carrier.getByRole('button', { name: t('engine.form.save'), exact: true })).toHaveCount(0);
});
