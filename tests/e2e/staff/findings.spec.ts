/** Findings of staff that need a browser but no separate test: texts, display and pointer behaviour of pages. */
import { factsOf } from '../facts.ts';
import { spec } from '../../spec/spec.ts';
import { dialogTitle, enter, expect, rowsOf, settled, test, toast } from '../fixtures.ts';
import { exactly } from '../texts.ts';

test('lists: keys, whole words, the row in another tab, the column in order, figures', async ({
  page,
  context,
  t,
}) => {
  await test.step('something is on the screen before the script has loaded (A15)', async () => {
    const html = await (await page.goto('/login'))!.text();
    expect(html.slice(html.indexOf('id="root"'), html.indexOf('</body>'))).toContain('<svg');
  });
  await enter(page, 'manager', '/contracts?c=50');
  await settled(page);

  await test.step('the menu is beside the page, and a drawer below 917 pixels', async () => {
    spec('C-042');
    const menu = page.locator('[data-part=sidebar]');
    const { height } = page.viewportSize()!;
    for (const [width, open] of [
      [916, false],
      [917, true],
      [1440, true],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(menu).toBeVisible({ visible: open });
    }
  });

  await test.step('the rows are sorted by a visible column (B11)', async () => {
    await expect(page.locator('th[aria-sort=descending]')).toBeInViewport({ ratio: 1 });
  });

  await test.step('truncated words are shown in full on hover (A10)', async () => {
    const words = page.locator('tbody .truncate');
    const cut = await words.evaluateAll((all) => all.findIndex((one) => one.scrollWidth > one.clientWidth));
    expect(cut, 'some words are cut').toBeGreaterThanOrEqual(0);
    await words.nth(cut).hover();
    await expect(words.nth(cut)).toHaveAttribute('title', (await words.nth(cut).innerText()).trim());
  });

  await test.step('only figures have digits of one width (B12)', async () => {
    const widths = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => getComputedStyle(one).fontVariantNumeric);
    expect(await widths('body')).toBe('normal');
    expect(await widths('td.tabular-nums')).toBe('tabular-nums');
  });

  await test.step('Ctrl and the middle button open the row in another tab, wherever it is pressed (A11)', async () => {
    const cell = rowsOf(page).first().getByRole('cell').nth(2);
    const presses = [
      () => cell.click({ button: 'middle' }),
      () => cell.click({ modifiers: ['ControlOrMeta'] }),
    ];
    for (const press of presses) {
      const [tab] = await Promise.all([context.waitForEvent('page'), press()]);
      await expect.poll(() => tab.url()).toMatch(/\/contracts\/[\w-]{36}$/);
      await tab.close();
    }
    await expect(page).toHaveURL(/\/contracts\?/);
  });

  await test.step('the columns are arranged in a dialog (A7)', async () => {
    await page.getByRole('button', { name: t('engine.table.looks') }).click();
    await page.getByRole('menuitem', { name: t('engine.columns.arrange') }).click();
    await expect(dialogTitle(page, t('engine.columns.title'))).toBeVisible();
    // A dialog has neither a banner nor a contentinfo (A18).
    await expect(page.getByRole('dialog').locator('header, footer')).toHaveCount(0);
    const name = t('contract.status');
    await page.getByRole('button', { name: t('engine.columns.pin', { name }) }).click();
    await page.getByRole('spinbutton', { name: t('engine.columns.width', { name }) }).fill('222');
    await page.getByRole('button', { name: t('engine.columns.done') }).click();
    const head = page.locator('th[data-column]').first();
    await expect(head).toHaveAttribute('data-column', 'status');
    await expect.poll(async () => Math.round((await head.boundingBox())!.width)).toBe(222);
  });

  await test.step('? lists the keys, Ctrl+K navigates by a few letters', async () => {
    await page.locator('[data-part=rows]').focus();
    await page.keyboard.press('?');
    await expect(dialogTitle(page, t('engine.keys.title'))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+K');
    const box = page.getByRole('combobox', { name: t('engine.palette.hint') });
    await box.fill(t('customers.title').slice(0, 5));
    const first = page.getByRole('listbox').getByRole('option').first();
    await expect(async () =>
      expect(await first.getAttribute('id')).toBe(await box.getAttribute('aria-activedescendant')),
    ).toPass();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/customers/);
  });
});

test('records: identification, links, lengths, paper; messages on a phone', async ({
  page,
  product,
  t,
  watch,
}) => {
  spec('B-042');
  watch.allow(/\b409\b|\b400\b/);
  const { contract, vehicle } = await factsOf(product);
  await enter(page, 'manager', `/contracts/${contract.id}`);
  await settled(page);

  await test.step('its parties are links (B6), its confirmation names it (B13)', async () => {
    await expect(page.getByRole('main').locator('a[href^="/customer/"]').first()).toBeVisible();
    await page.getByRole('button', { name: exactly(t('contract.block.action')) }).click();
    const title = t('contract.block.confirmTitle', { number: contract.number });
    await expect(page.getByRole('alertdialog').getByRole('heading', { name: title })).toBeVisible();
    // The wheel with Ctrl does not zoom the page below the confirmation.
    const zoomed = await page.evaluate(() =>
      document.body.dispatchEvent(
        new WheelEvent('wheel', { ctrlKey: true, bubbles: true, cancelable: true }),
      ),
    );
    expect(zoomed).toBe(false);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  await test.step('a limited text counts once little is left (A17)', async () => {
    const comment = page.getByRole('textbox', { name: t('contract.comment') });
    const before = await comment.inputValue();
    await comment.fill('я'.repeat(1990));
    await expect(page.locator('[data-part=counter]')).toContainText(/1\s990/);
    await comment.fill(before);
    await expect(page.locator('[data-part=counter]')).toHaveCount(0);
  });

  await test.step('on paper there is only the content (A9)', async () => {
    await page.emulateMedia({ media: 'print' });
    for (const part of ['sidebar', 'form-foot'])
      await expect(page.locator(`[data-part=${part}]`)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.emulateMedia({ media: null });
  });

  await test.step('the same vehicle is not twice in a contract at one time (A5)', async () => {
    const [kept] = await product.sql<{ plate: string; from: string }>(
      `select v.reg_number as plate, to_char(c.begin_date, 'DD.MM.YYYY') as from
       from contract_vehicles c join vehicles v on v.id = c.vehicle_id where c.id = $1`,
      [vehicle],
    );
    await page.goto(`/contracts/${contract.id}/vehicle/new`);
    const plate = page.getByRole('textbox', { name: t('contractVehicle.regNumber') });
    await plate.fill(kept!.plate.toLowerCase());
    await page.getByRole('textbox', { name: t('contractVehicle.beginDate') }).fill(kept!.from);
    await page.keyboard.press('ControlOrMeta+S');
    await expect(plate).toHaveAttribute('aria-invalid', 'true');
    await expect(page).toHaveURL(/\/vehicle\/new$/);
    await page.goto(`/contracts/${contract.id}`);
  });

  await test.step('on a phone no message covers Save, and an old success message closes on the next save (A6)', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const save = page.getByRole('button', { name: exactly(t('engine.form.save')) });
    const responsible = page.getByRole('textbox', { name: t('contract.responsible') });
    await responsible.fill('Телефонов Т. Т.');
    await save.click();
    await expect(toast(page, t('contract.saved'))).toBeVisible();
    const [message, button] = await Promise.all([
      toast(page, t('contract.saved')).boundingBox(),
      save.boundingBox(),
    ]);
    expect(message!.y + message!.height).toBeLessThanOrEqual(button!.y);
    await page.getByRole('textbox', { name: exactly(t('contract.number')) }).fill('');
    await save.click();
    await expect(toast(page, t('contract.saved'))).toHaveCount(0);
  });
});
