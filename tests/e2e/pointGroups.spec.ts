/** A planner's folder: groups with points from a file, their order, who may see them; the picker that joins groups. */
import type { Page } from '@playwright/test';
import { spec } from '../spec/spec.ts';
import { enter, expect, expectRest, rowsOf, settled, test, toast } from './fixtures.ts';
import { exactly } from './texts.ts';

const FOLDER = 'Осенний план';
const HEADERS = { 'X-Requested-With': 'XMLHttpRequest' };

/** The stands and points that the planner may put into groups. */
async function pointsOf(page: Page): Promise<{ standNumber: string; name: string; address: string }[]> {
  const reply = await page.request.get('/api/v3/point-group/evacuation-point/choice?page=0&count=3', {
    headers: HEADERS,
  });
  return ((await reply.json()) as { list: { standNumber: string; name: string; address: string }[] }).list;
}

test('a planner makes a folder and a group out of a file, orders it, and shows it to one division', async ({
  page,
  another,
  t,
  product,
  watch,
}) => {
  test.setTimeout(90_000);
  spec('/point-groups/directories', '/point-groups/:directories*/visibility', '/point-groups/:pointGroupId');
  spec('/point-groups/history', 'B-060');
  watch.allow(/WebGL|GPU/);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const save = () => dialog.getByRole('button', { name: t('engine.form.save'), exact: true }).click();

  await enter(page, 'planner', '/point-groups/directories/GENERAL');
  await settled(page);
  const reader = await another();
  await enter(reader, 'logist', '/point-groups/directories/GENERAL');
  const stranger = await another();
  await enter(stranger, 'logist2', '/point-groups/directories/GENERAL');
  await settled(reader);
  await settled(stranger);
  const folderOf = (who: Page) => rowsOf(who).filter({ hasText: FOLDER });

  await test.step('a folder, and a group in it', async () => {
    await button(t('pointGroups.addDirectory')).click();
    await dialog.getByRole('textbox', { name: new RegExp(`^${t('pointGroupDirectory.name')}`) }).fill(FOLDER);
    await save();
    await expect(toast(page, t('pointGroupDirectory.saved'))).toBeVisible();
    await folderOf(page)
      .getByRole('button', { name: FOLDER })
      .or(folderOf(page).getByRole('link'))
      .first()
      .click();
    await expect(page).toHaveURL(/\/GENERAL\/[0-9a-f-]{36}$/);
    await settled(page);
    await page
      .getByRole('link', { name: t('pointGroups.add') })
      .or(button(t('pointGroups.add')))
      .click();
    await settled(page);
    await page.getByRole('textbox', { name: new RegExp(`^${t('pointGroup.name')}`) }).fill('Левобережье');
    await button(t('engine.form.save')).click();
    await expect(toast(page, t('pointGroup.saved'))).toBeVisible();
    await expect(page).toHaveURL(/\/point-groups\/[0-9a-f-]{36}/);
  });

  const points = await pointsOf(page);
  await test.step('points out of a file: two rows are at fault, the others are taken', async () => {
    const rows = [
      ...points.map(({ standNumber, name }, i) => `${standNumber};${name};;;${i + 1}`),
      'НЕТ-ТАКОЙ;;;;',
      `${points[0]!.standNumber};${points[0]!.name};25:00;;`,
    ];
    const chooser = page.waitForEvent('filechooser');
    await button(t('pointGroup.import')).click();
    await (
      await chooser
    ).setFiles({
      name: 'points.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Номер площадки;Точка вывоза;Время с;Время до;Порядок\n${rows.join('\n')}\n`),
    });
    await expect(dialog.getByText('НЕТ-ТАКОЙ').first()).toBeVisible();
    await expect(rowsOf(dialog)).toHaveCount(2);
    await dialog.getByRole('button', { name: t('pointGroupImport.apply') }).click();
    await expect(toast(page, t('pointGroupImport.done'))).toBeVisible();
    await expect(rowsOf(page)).toHaveCount(points.length);
  });

  await test.step('the last point is typed to be the first, and that is taken back', async () => {
    const addresses = () => rowsOf(page).allInnerTexts();
    await rowsOf(page).last().getByRole('button').last().click();
    await page.getByRole('menuitem', { name: t('common.edit') }).click();
    await expectRest(page);
    await dialog.getByRole('textbox', { name: new RegExp(`^${t('pointGroupElement.order')}`) }).fill('1');
    await save();
    await expect(dialog).toHaveCount(0);
    await expect.poll(async () => (await addresses())[0]).toContain(points.at(-1)!.address);
    await page.getByRole('button', { name: t('engine.actions.more'), exact: true }).click();
    await page.getByRole('menuitem', { name: t('pointGroup.undo') }).click();
    await expect(toast(page, t('pointGroup.undone'))).toBeVisible();
    await expect.poll(async () => (await addresses())[0]).toContain(points[0]!.address);
  });

  await test.step('one division sees the folder at once, the other does not', async () => {
    await expect(folderOf(reader)).toHaveCount(0);
    const [own] = await product.sql<{ id: string; division: string }>(
      `select d.id, v.name as division from point_group_directories d
       join account_divisions x on x.account_id = (select id from accounts where login = 'logist')
       join divisions v on v.id = x.division_id where d.name = $1`,
      [FOLDER],
    );
    await page.goto(`/point-groups/GENERAL/${own!.id}/visibility`);
    await settled(page);
    // The folders above stand before the page.
    const trail = page.getByRole('navigation', { name: t('engine.breadcrumbs') }).getByRole('listitem');
    await expect(trail).toContainText([
      t('pointGroups.title'),
      'Общие',
      FOLDER,
      t('pointGroupVisibility.title'),
    ]);
    await page
      .getByRole('combobox', { name: new RegExp(`^${t('pointGroupVisibility.visibility')}`) })
      .selectOption({ label: 'Подразделениям' });
    await page.getByRole('button', { name: new RegExp(`^${t('pointGroupVisibility.divisions')}`) }).click();
    await page.getByRole('checkbox', { name: exactly(own!.division) }).check();
    await page.keyboard.press('Escape');
    await button(t('engine.form.save')).click();
    await expect(toast(page, t('pointGroupVisibility.saved'))).toBeVisible();
    await expect(folderOf(reader)).toHaveCount(1);
    await expectRest(stranger);
    await expect(folderOf(stranger)).toHaveCount(0);
  });

  await test.step('the history tells old and new values', async () => {
    const other = await another();
    await enter(other, 'admin', '/point-groups/history');
    await settled(other);
    const visibility = rowsOf(other).filter({ hasText: FOLDER }).first();
    await expect(visibility).toContainText('Видимость');
    await visibility.getByRole('button', { expanded: false }).first().click();
    await expect(rowsOf(other).filter({ hasText: 'Подразделениям' }).first()).toBeVisible();
  });
});

test('the picker of groups goes into folders, finds on every level, and gives each group once', async ({
  page,
  t,
  product,
  watch,
}) => {
  spec('V-006', 'B-125', 'B-126', 'B-127', 'B-129', 'B-130', 'B-131', 'B-132', 'B-200');
  watch.allow(/WebGL|GPU/);
  const [group] = await product.sql<{ id: string }>(
    `select g.id from point_groups g join accounts a on a.id = g.owner_id and a.login = 'planner' order by g.name limit 1`,
  );
  await enter(page, 'planner', `/point-groups/${group!.id}`);
  await settled(page);
  await page.getByRole('button', { name: t('pointGroup.addFromGroups'), exact: true }).click();
  const dialog = page.getByRole('dialog').last();
  const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });
  await expectRest(page);
  const ok = inDialog(t('common.ok'));
  await expect(ok).toBeDisabled();
  await expect(inDialog(t('pick.pointGroup.up'))).toBeDisabled();

  await dialog.getByRole('button', { name: 'Личные', exact: true }).click();
  await expect(dialog.getByRole('cell', { name: t('pointGroups.kind.private') }).first()).toBeVisible();
  const crumbs = dialog.getByRole('navigation', { name: t('engine.breadcrumbs') });
  await expect(crumbs).toContainText('Личные');
  await inDialog(t('pick.pointGroup.up')).click();
  await expect(crumbs).not.toContainText('Личные');

  await dialog.getByRole('searchbox').fill('Маршрут № 1');
  await expect(rowsOf(dialog).filter({ hasText: 'Общие / ' }).first()).toBeVisible();
  await expectRest(page);
  await inDialog(t('pick.pointGroup.moveAll')).click();
  await expect(ok).toBeEnabled();
  const chosen = dialog.getByRole('button', { name: t('pick.pointGroup.removeAll') });
  await expect(chosen).toBeEnabled();
  await expect(inDialog(t('pick.pointGroup.moveAll'))).toBeDisabled();
  await chosen.click();
  await expect(ok).toBeDisabled();
  await rowsOf(dialog).first().getByRole('checkbox').check();
  await inDialog(t('pick.pointGroup.moveSelected')).click();
  await expect(ok).toBeEnabled();
  await inDialog(t('common.cancel')).click();
  await expect(page.getByRole('alertdialog')).toContainText(t('pick.pointGroup.closeConfirm'));
  await page.getByRole('alertdialog').getByRole('button').first().click();
  await ok.click();
  await expect(toast(page, t('pointGroup.pointsAdded'))).toBeVisible();
});
