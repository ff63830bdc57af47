/** Both parties of a policy, each in a separate browser and instance; each sees the other's changes immediately. */
import type { Page } from '@playwright/test';
import { spec } from '../../spec/spec.ts';
import { dialogTitle, enter, expect, settled, test, toast } from '../fixtures.ts';
import type { Product } from '../product.ts';
import type { Texts } from '../texts.ts';

/** An active contract of the manager's instance with the carrier's, without policies. */
async function sharedContract({ sql }: Product): Promise<string> {
  const [row] = await sql<{ id: string }>(
    `select k.id from contracts k join customers c on c.id in (k.customer_id, k.supplier_id)
     where k.status = 'ACTIVE' and k.instance_id = (select instance_id from accounts where login = 'manager')
       and c.linked_instance_id = (select instance_id from accounts where login = 'carrier')
     order by k.number limit 1`,
  );
  await sql('delete from contract_policies where contract_id = $1', [row!.id]);
  return row!.id;
}

const rowIn = (page: Page) => page.getByRole('row', { name: 'Порядок приёмки' });

async function act(page: Page, t: Texts, action: string): Promise<void> {
  await rowIn(page)
    .getByRole('button', { name: t('engine.table.rowActions') })
    .click();
  await page.getByRole('menuitem', { name: t(action) }).click();
}

test('a policy is sent, rejected with a reason, sent again and accepted', async ({
  page,
  another,
  product,
  t,
}) => {
  spec('POST contract-policy accept', 'POST contract-policy reject', 'S-006', 'S-007');
  const id = await sharedContract(product);
  const carrier = await another();
  const path = `/contracts/${id}/contract-policies`;
  const live = carrier.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await enter(carrier, 'carrier', path);
  await settled(carrier);
  await live;
  await enter(page, 'manager', path);
  await settled(page);

  await page
    .getByRole('button', { name: t('policies.add') })
    .or(page.getByRole('link', { name: t('policies.add') }))
    .click();
  await page.getByRole('textbox', { name: t('policy.name') }).fill('Порядок приёмки');
  await page.getByRole('button', { name: t('engine.form.save'), exact: true }).click();
  await expect(rowIn(page)).toContainText('Статус не задан');
  // A draft is visible to its owner alone.
  await expect(rowIn(carrier)).toHaveCount(0);

  const send = async () => {
    await act(page, t, 'policy.send');
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await expect(toast(page, t('policy.sent'))).toBeVisible();
    await expect(rowIn(carrier)).toContainText('На согласовании');
  };
  await send();
  await act(carrier, t, 'policy.reject');
  await expect(dialogTitle(carrier, t('policyRejection.title'))).toBeVisible();
  await carrier.getByRole('textbox', { name: t('policyRejection.reason') }).fill('Пяти дней мало');
  await carrier
    .getByRole('dialog')
    .getByRole('button', { name: t('policy.reject') })
    .click();
  await expect(rowIn(carrier)).toContainText('Отклонена');
  await expect(rowIn(page)).toContainText('Пяти дней мало');

  await send();
  await act(carrier, t, 'policy.accept');
  await carrier.getByRole('alertdialog').getByRole('button').last().click();
  await expect(rowIn(page)).toContainText('Принята');
  await expect(rowIn(page)).toContainText('ЧистоТранс');
  // No action is left, and the form is read-only.
  await rowIn(page).getByRole('link').first().click();
  await settled(page);
  const name = page.getByRole('textbox', { name: t('policy.name') });
  await expect(name).toHaveValue('Порядок приёмки');
  await expect(name).toHaveAttribute('readonly');
});
