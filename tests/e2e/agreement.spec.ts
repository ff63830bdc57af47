/** Operator and carrier agree on results, each in a separate window; each sees the other's changes. */
import type { Locator, Page } from '@playwright/test';
import { spec } from '../spec/spec.ts';
import { enter, expect, expectRest, rowsOf, settled, test, toast, totalOf } from './fixtures.ts';
import type { Product } from './product.ts';
import { choosePicture } from './steps.ts';
import { exactly, type Texts } from './texts.ts';

interface Result {
  id: string;
  date: string;
  address: string;
  count: number;
  volume: number;
}

/** Results of the linked carrier that wait for the operator and have no claim yet. */
const waiting = ({ sql }: Product) =>
  sql<Result>(`select c.id, c.csori_date::text as date, c.address, c.billed_count as count, c.billed_volume::float as volume
    from csoris c join customers k on k.id = c.carrier_id and k.linked_instance_id is not null
    join accounts a on a.login = 'agreement' and a.instance_id = c.instance_id
    where c.status = 'AGREEMENT' and c.billed_count > 0 and c.billed_count <= c.ordered_count
      and not exists (select from carrier_claims x where x.csori_id = c.id)
    order by c.csori_date desc, c.id limit 4`);

const top = (page: Page) => page.getByRole('dialog').last();
const cardOf = ({ date, id }: Result) => `/csori/${date}/${id}`;
const button = (within: Page | Locator, text: string) =>
  within.getByRole('button', { name: exactly(text) }).first();
const field = (page: Page, label: string) =>
  top(page).getByRole('textbox', {
    name: new RegExp(`^${exactly(label).source.replaceAll(/^\^|\$$/g, '')}`),
  });
/** The value under a label in the head of a card. */
const valueIn = (within: Page | Locator, text: string) => within.getByText(text, { exact: true }).first();

/** Fills in a dialog and sends it. */
async function send(page: Page, t: Texts, action: string, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, t(label)).fill(value);
  await button(top(page), t(action)).click();
}

test('results are approved as billed, with changes, and in a batch', async ({
  page,
  another,
  product,
  t,
}) => {
  spec('/csoris/carrier', '/csoris/customer', '/csori/:date/:csoriId', 'B-052', 'M-057', 'B-167', 'B-169');
  const [first, second] = (await waiting(product)) as [Result, Result];
  const other = await another();
  await enter(page, 'agreement', cardOf(first));
  await enter(other, 'claims', cardOf(first));

  await test.step('one by one, and the carrier sees it', async () => {
    await expectRest(page);
    await expect(valueIn(other, 'На согласовании')).toBeVisible();
    // Only lists link to the card.
    await expect(page.getByRole('navigation').getByRole('link', { name: t('csori.title') })).toHaveCount(0);
    await button(page, t('csori.approve')).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('csori.approve') })
      .click();
    await expect(toast(page, t('csori.approve.done'))).toBeVisible();
    await expect(valueIn(page, 'Согласован')).toBeVisible();
    await expect(valueIn(other, 'Согласован')).toBeVisible();
    await expect(button(page, t('csori.approve'))).toHaveCount(0);
  });

  await test.step('126 % is refused at its field', async () => {
    await page.goto(cardOf(second));
    // While the card loads its buttons move.
    await settled(page);
    await button(page, t('csori.approveWithChanges')).click();
    const volume = field(page, t('csoriApproval.volume'));
    await expect(volume).not.toHaveValue('');
    await volume.fill(String((second.volume * 1.26).toFixed(3)).replace('.', ','));
    await button(top(page), t('csori.approve')).click();
    await expect(top(page).getByText(t('csori.rule.volumeCap'), { exact: true })).toBeVisible();
    await volume.fill(String(second.volume).replace('.', ','));
    await button(top(page), t('csori.approve')).click();
    await expect(toast(page, t('csori.approve.done'))).toBeVisible();
    await expect(valueIn(page, 'Согласован')).toBeVisible();
  });

  await test.step('a batch refuses the result that a colleague has approved meanwhile, and no other', async () => {
    await page.goto('/csoris/carrier?csoris.f.statuses=AGREEMENT');
    await expectRest(page);
    const chosen = await Promise.all(
      [0, 1].map(async (at) => {
        const link = rowsOf(page).nth(at).getByRole('link').first();
        return { id: (await link.getAttribute('href'))!.split('/').at(-1)!, address: await link.innerText() };
      }),
    );
    for (const at of [0, 1]) await rowsOf(page).nth(at).getByRole('checkbox').check();
    const colleague = await another();
    await enter(colleague, 'admin', '/welcome');
    await button(page, t('csoris.approveList')).click();
    const reply = await colleague.request.post(`/api/v3/csori/${chosen[0]!.id}/approve`, {
      headers: { 'X-Requested-With': 'XMLHttpRequest' },
    });
    expect(reply.status()).toBe(200);
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('csori.approve') })
      .click();
    const failures = page.getByRole('region', { name: t('csoris.failed'), exact: true }).first();
    await expect(rowsOf(failures)).toHaveCount(1);
    await expect(rowsOf(failures)).toContainText(chosen[0]!.address);
    await button(page, t('csoris.failedHide')).click();
    await expect(page.getByText(t('csoris.failed'))).toHaveCount(0);
    const [approved] = await product.sql<{ n: number }>(
      `select count(*)::int as n from csoris where status = 'APPROVED' and id = any($1)`,
      [chosen.map(({ id }) => id)],
    );
    expect(approved!.n).toBe(2);
  });
});

test('a claim is submitted, specified, changed, refused, appealed against, approved; the result is corrected', async ({
  page,
  another,
  product,
  t,
}) => {
  spec('/claims/carrier', '/claims/customer', 'S-002', 'B-161', 'B-162', 'B-163', 'B-164', 'B-165', 'B-168');
  const [result] = await waiting(product);
  const carrier = await another();
  await enter(page, 'agreement', cardOf(result!));
  await enter(carrier, 'claims', '/claims/customer');
  await expectRest(page);
  await expectRest(carrier);

  await test.step('submitted with a file; the carrier sees it immediately', async () => {
    await button(page, t('csori.createClaim')).click();
    await expect(field(page, t('claim.expectedCount'))).not.toHaveValue('');
    await top(page)
      .getByRole('combobox', { name: new RegExp(`^${t('claim.reason')}`) })
      .selectOption('Завышен объём');
    await field(page, t('claim.expectedCount')).fill('0');
    await field(page, t('claim.expectedVolume')).fill('0');
    await field(page, t('claim.basis')).fill('По фото контейнеры полные');
    await choosePicture(page, top(page), t, { name: 'площадка.png', width: 40, height: 30 });
    await expect(top(page).getByText('площадка.png')).toBeVisible();
    await button(top(page), t('claim.submit')).click();
    await expect(toast(page, t('claim.submitted'))).toBeVisible();
    await expect(valueIn(page, 'Претензия')).toBeVisible();
  });

  const [claim] = await product.sql<{ number: string }>(
    'select number from carrier_claims where csori_id = $1',
    [result!.id],
  );
  const { number } = claim!;

  await test.step('the carrier requests details', async () => {
    await carrier.getByRole('row').filter({ hasText: number }).click();
    await expect(top(carrier).getByText('По фото контейнеры полные').first()).toBeVisible();
    await expect(top(carrier).getByText('площадка.png')).toBeVisible();
    await button(top(carrier), t('claim.specify')).click();
    await field(carrier, t('claim.specify.what')).fill('Нет времени съёмки');
    await button(top(carrier), t('claim.specify')).click();
    await expect(toast(carrier, t('claim.specified'))).toBeVisible();
  });

  await test.step('the operator sees it, and changes its claim', async () => {
    await page.getByRole('tab', { name: t('csori.claims') }).click();
    await page.getByRole('row').filter({ hasText: number }).click();
    await expect(valueIn(top(page), 'Уточнена')).toBeVisible();
    await expect(top(page).getByText('Нет времени съёмки')).toBeVisible();
    await button(top(page), t('claim.change')).click();
    await send(page, t, 'claim.change', { 'claim.comment': 'Снято в 9:40' });
    await expect(toast(page, t('claim.changed'))).toBeVisible();
    await expect(valueIn(top(carrier), 'Изменена')).toBeVisible();
    await expect(top(carrier).getByText('Снято в 9:40')).toBeVisible();
  });

  await test.step('both write outside of a step, and each sees it immediately', async () => {
    const say = async (from: Page, to: Page, text: string) => {
      await button(top(from), t('claim.message')).click();
      await top(from).getByRole('textbox').fill(text);
      await button(top(from), t('claim.message.send')).click();
      await expect(toast(from, t('claim.message.sent'))).toBeVisible();
      await expect(top(from).getByText(text)).toBeVisible();
      await expect(top(to).getByText(text)).toBeVisible();
    };
    await say(carrier, page, 'Пришлите, пожалуйста, второе фото');
    await say(page, carrier, 'Второго фото нет');
    await expect(valueIn(top(page), 'Изменена')).toBeVisible();
  });

  await test.step('the carrier refuses, the operator appeals', async () => {
    await button(top(carrier), t('claim.discard')).click();
    await send(carrier, t, 'claim.discard', { 'claim.discardReason': 'Снято до приезда машины' });
    await expect(toast(carrier, t('claim.discarded'))).toBeVisible();
    await expect(valueIn(top(page), 'Отклонена')).toBeVisible();
    await button(top(page), t('claim.open')).click();
    const question = top(page);
    await question.getByRole('textbox').fill('Машины в этот день не было');
    await question.getByRole('button', { name: t('claim.open') }).click();
    await expect(toast(page, t('claim.opened'))).toBeVisible();
    await expect(valueIn(top(carrier), 'На рассмотрении')).toBeVisible();
  });

  await test.step('the carrier concedes and corrects, and the operator has the result again', async () => {
    await button(top(carrier), t('claim.approve')).click();
    await expect(field(carrier, t('claim.approvedCount'))).not.toHaveValue('');
    await button(top(carrier), t('claim.approve')).click();
    await expect(toast(carrier, t('claim.approvedDone'))).toBeVisible();
    await expect(valueIn(top(page), 'Согласована')).toBeVisible();
    await expect(button(top(page), t('claim.message'))).toHaveCount(0);
    await button(top(carrier), t('claim.toCsori')).click();
    await button(carrier, t('csori.correct')).click();
    await expect(field(carrier, t('csoriApproval.count'))).not.toHaveValue('');
    await button(top(carrier), t('csori.correct')).click();
    await expect(toast(carrier, t('csori.correct.done'))).toBeVisible();
    await button(top(page), t('common.close')).click();
    await expect(valueIn(page, 'На согласовании')).toBeVisible();
    await expect(button(page, t('csori.approve'))).toBeVisible();
  });
});

test('results that wait for an answer are one click away, from the number in the menu to the list', async ({
  page,
  t,
}) => {
  await enter(page, 'agreement', '/csoris/carrier');
  await settled(page);
  await expect(page.locator('[data-part=menu-badge]')).toHaveText(/^\d+\+?$/);
  const all = await totalOf(page);
  const press = page.getByRole('button', { name: t('toDo.waiting'), exact: true });
  await press.click();
  await expect(press).toBeHidden();
  await expect.poll(() => totalOf(page)).toBeLessThan(all);
  await expect.poll(() => totalOf(page)).toBeGreaterThan(0);
  await expect(page).toHaveURL(/f\.waiting=true/);
});
