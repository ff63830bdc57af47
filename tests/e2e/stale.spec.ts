/** Two users work on one record, and work is left unsaved: nothing gets lost without a confirmation. */
import type { Page } from '@playwright/test';
import { FIRST, openConflict, SECOND } from './conflict.ts';
import { dialogTitle, enter, expect, questionOf, settled, test, toast } from './fixtures.ts';
import type { Product } from './product.ts';
import { exactly, type Texts } from './texts.ts';

interface Shared {
  responsible: string | null;
  phone: string | null;
  code: string | null;
  comment: string | null;
  name: string;
  version: number;
}

async function sharedOf({ sql }: Product, id: string): Promise<Shared> {
  const [row] = await sql<Shared>(
    `select responsible, contact_phone as phone, code_1c as code, comment, name, version
     from contracts where id = $1`,
    [id],
  );
  return row!;
}

/** A separate contract for each test. */
async function contractAt({ sql }: Product, place: number): Promise<string> {
  const [row] = await sql<{ id: string }>(
    `select id from contracts
     where status = 'ACTIVE' and instance_id = (select instance_id from accounts where login = 'manager')
     order by number desc, id limit 1 offset ${place}`,
  );
  return row!.id;
}

const save = (page: Page, t: Texts) =>
  page.getByRole('button', { name: t('engine.form.save'), exact: true }).click();

test.describe('two users', () => {
  test.use({ language: 'ru' });

  test('the second save shows both versions; a mix of them can be saved', async ({
    page,
    another,
    product,
    t,
    watch,
  }) => {
    watch.allow(/\b412\b/);
    const id = await contractAt(product, 0);
    const before = await sharedOf(product, id);
    await openConflict(await another(), page, id, t);
    const prompt = page.getByRole('dialog');

    // Nothing of the second user has been written.
    const between = await sharedOf(product, id);
    expect(between).toEqual({
      ...before,
      responsible: FIRST['contract.responsible'],
      phone: FIRST['contract.contactPhone'],
      code: FIRST['contract.code1c'],
      version: before.version + 1,
    });

    const question = (label: string) => prompt.getByRole('group', { name: exactly(t(label)) });
    for (const label of ['contract.responsible', 'contract.contactPhone'] as const) {
      await expect(question(label)).toContainText(FIRST[label]);
      await expect(question(label)).toContainText(SECOND[label]);
    }
    await expect(prompt.getByRole('group')).toHaveCount(2);
    await expect(prompt).toContainText(FIRST['contract.code1c']);
    await expect(prompt).toContainText(SECOND['contract.comment']);

    const send = prompt.getByRole('button', { name: t('engine.form.conflict.save') });
    await expect(send).toBeDisabled();
    await question('contract.responsible').getByText(t('engine.form.conflict.mine')).click();
    await expect(prompt.getByText(t('engine.form.conflict.left', { count: 1 }))).toBeVisible();
    await expect(send).toBeDisabled();
    await question('contract.contactPhone').getByText(t('engine.form.conflict.theirs')).click();
    await send.click();
    await expect(toast(page, t('contract.saved'))).toBeVisible();

    expect(await sharedOf(product, id)).toEqual({
      ...before,
      responsible: SECOND['contract.responsible'],
      phone: FIRST['contract.contactPhone'],
      code: FIRST['contract.code1c'],
      comment: SECOND['contract.comment'],
      version: before.version + 2,
    });
    await expect(page.getByRole('textbox', { name: t('contract.contactPhone') })).toHaveValue(
      FIRST['contract.contactPhone'],
    );
    await expect(page.getByRole('textbox', { name: t('contract.code1c') })).toHaveValue(
      FIRST['contract.code1c'],
    );
  });

  test('back to the form: what was typed is still there, and so is what the other user saved', async ({
    page,
    another,
    product,
    t,
    watch,
  }) => {
    watch.allow(/\b412\b/);
    const id = await contractAt(product, 1);
    await openConflict(await another(), page, id, t);
    const between = await sharedOf(product, id);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('engine.form.conflict.back') })
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    for (const [label, value] of Object.entries(SECOND))
      await expect(page.getByRole('textbox', { name: t(label) })).toHaveValue(value);
    expect(await sharedOf(product, id)).toEqual(between);
    // Saving again shows the dialog again: going back decided nothing.
    await save(page, t);
    await expect(dialogTitle(page, t('engine.form.conflict.title'))).toBeVisible();
    expect(await sharedOf(product, id)).toEqual(between);
  });
});

test.describe('unsaved changes', () => {
  test.use({ language: 'en' });

  const ACTIVE = '/contracts?f.statuses=ACTIVE';
  const dirty = async (page: Page, t: Texts): Promise<string> => {
    await enter(page, 'manager', ACTIVE);
    await settled(page);
    const link = page.locator('tbody a[href^="/contracts/"]').nth(2);
    const id = (await link.getAttribute('href'))!.split('/').at(-1)!;
    await link.click();
    await expect(page).toHaveURL(`/contracts/${id}`);
    await page.getByRole('textbox', { name: t('contract.responsible') }).fill('Unsaved U. U.');
    return id;
  };

  const ways: [name: string, leave: (page: Page, t: Texts) => Promise<void>, to: (id: string) => string][] = [
    [
      'a link',
      (page, t) =>
        page
          .getByRole('navigation', { name: t('engine.menu') })
          .getByRole('link', { name: t('customers.title') })
          .click(),
      () => '/customers',
    ],
    ['Back', (page) => page.evaluate(() => window.history.back()), () => ACTIVE],
    [
      'a tab',
      (page, t) =>
        page
          .getByRole('main')
          .getByRole('link', { name: t('limits.title') })
          .click(),
      (id) => `/contracts/${id}/limits`,
    ],
  ];
  for (const [name, leave, to] of ways)
    test(`asks before ${name} leaves`, async ({ page, product, t }) => {
      const id = await dirty(page, t);
      const before = await sharedOf(product, id);
      const responsible = page.getByRole('textbox', { name: t('contract.responsible') });

      await leave(page, t);
      await expect(questionOf(page)).toHaveText(t('engine.form.leave'));
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('engine.form.leaveNo') })
        .click();
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      await expect(page).toHaveURL(`/contracts/${id}`);
      await expect(responsible).toHaveValue('Unsaved U. U.');

      await leave(page, t);
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('engine.form.leaveYes') })
        .click();
      await expect(page).toHaveURL(to(id));
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      expect(await sharedOf(product, id)).toEqual(before);
    });

  test('the browser asks before the page itself is closed; a form without changes lets it close', async ({
    page,
    t,
  }) => {
    await dirty(page, t);
    const prompt = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await prompt;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await page.getByRole('textbox', { name: t('contract.comment') }).fill('More');
    await save(page, t);
    await expect(toast(page, t('contract.saved'))).toBeVisible();
    await page
      .getByRole('navigation', { name: t('engine.menu') })
      .getByRole('link', { name: t('customers.title') })
      .click();
    await expect(page).toHaveURL('/customers');
  });
});
