/**
 * A planner's folder: groups with points from a file and from a drawn area, their order, who may see them; by mouse and
 * by keyboard. The picker that joins groups; folders that are dragged in the tree.
 */
import type { Locator, Page } from '@playwright/test';
import { spec } from '../spec/spec.ts';
import { dialogTitle, enter, expect, expectRest, rowsOf, settled, test, toast, totalOf } from './fixtures.ts';
import { tabTo } from './forms/keys.ts';
import type { Product } from './product.ts';
import { exactly, type Texts } from './texts.ts';

const HEADERS = { 'X-Requested-With': 'XMLHttpRequest' };

interface Point {
  id: string;
  standNumber: string;
  name: string;
  address: string;
  latitude: number;
  longitude: number;
}

/** The stands and points that the planner may put into groups. */
async function pointsOf(page: Page): Promise<Point[]> {
  const reply = await page.request.get('/api/v3/point-group/evacuation-point/choice?page=0&count=3', {
    headers: HEADERS,
  });
  return ((await reply.json()) as { list: Point[] }).list;
}

/** A file with the points and two invalid rows. */
const sheetOf = (points: readonly Point[]) => {
  const rows = [
    ...points.map(({ standNumber, name }, i) => `${standNumber};${name};;;${i + 1}`),
    'НЕТ-ТАКОЙ;;;;',
    `${points[0]!.standNumber};${points[0]!.name};25:00;;`,
  ];
  return {
    name: 'points.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Номер площадки;Точка вывоза;Время с;Время до;Порядок\n${rows.join('\n')}\n`),
  };
};

const dialogOf = (page: Page) => page.getByRole('dialog').last();
const buttonOf = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
/** The table of the points of a group; proposed ones have a separate table. */
const pointsTable = (page: Page, t: Texts) =>
  page
    .getByRole('region', { name: t('pointGroup.points'), exact: true })
    .or(page.getByRole('table'))
    .first();
const rowOf = (page: Page, name: string) => rowsOf(page).filter({ hasText: name });
const addresses = (page: Page, t: Texts) => rowsOf(pointsTable(page, t)).allInnerTexts();
const handleOf = (page: Page, t: Texts, place: number, count: number) =>
  page.getByRole('button', { name: t('engine.order.handle', { place, count }), exact: true });
/** A form's field; a required one has a star after its label. */
const fieldOf = (scope: Page | Locator, name: string) =>
  scope.getByRole('textbox', { name: new RegExp(`^${name}`) });

/** Goes down a list by its arrow keys until the focus is on an entry. */
async function arrowTo(page: Page, entry: Locator): Promise<void> {
  await expect(entry).toBeVisible();
  const reached = () =>
    entry.evaluate((element) => element === document.activeElement || element.hasAttribute('data-focus'));
  for (let i = 0; i < 20 && !(await reached()); i++) await page.keyboard.press('ArrowDown');
  expect(await reached(), `the arrow keys reach ${String(entry)}`).toBe(true);
}

/** Signs in, and makes a call of the account before a page is opened. */
async function enterWith<T>(page: Page, login: string, call: () => Promise<T>): Promise<T> {
  await enter(page, login);
  return call();
}

/** The folder with the name, and the division that will see it. */
async function factsOf(product: Product, folder: string) {
  const [facts] = await product.sql<{ id: string; division: string }>(
    `select d.id, v.name as division from point_group_directories d
     join account_divisions x on x.account_id = (select id from accounts where login = 'logist')
     join divisions v on v.id = x.division_id where d.name = $1`,
    [folder],
  );
  return facts!;
}

/** Two more users of the general folders: one of the division that will see it, one of another. */
async function readersOf(another: () => Promise<Page>) {
  const [reader, stranger] = [await another(), await another()];
  await enter(reader, 'logist', '/point-groups/directories/GENERAL');
  await enter(stranger, 'logist2', '/point-groups/directories/GENERAL');
  await settled(reader);
  await settled(stranger);
  return { reader, stranger };
}

/** The history of the folder and of the group, as seen by an account that may see everyone's history. */
async function expectHistory(page: Page, folder: string, group: string, address: string) {
  await enter(page, 'admin', '/point-groups/history');
  await settled(page);
  const opened = async (name: string, text: string) => {
    const row = rowsOf(page).filter({ hasText: name }).filter({ hasText: text }).first();
    await row.getByRole('button', { expanded: false }).first().click();
    return page.locator('[data-part=below]').last();
  };
  const visibility = await opened(folder, 'Видимость');
  await expect(rowsOf(visibility).filter({ hasText: 'Видимость' })).toContainText('Подразделениям');
  const order = rowsOf(await opened(group, 'Точки'));
  // Points have an old and a new order.
  const cells = order.filter({ hasText: 'Точки' }).first().locator('td');
  await expect(cells.nth(1)).toContainText(address);
  await expect(cells.nth(2)).toContainText(address);
  const [, before, after] = await cells.allInnerTexts();
  expect(after).not.toBe(before);
}

test('by mouse: a planner makes folders and groups, takes points from a file and an area, orders, publishes and shows them', async ({
  page,
  another,
  t,
  product,
  watch,
}) => {
  spec('/point-groups/directories', '/point-groups/:directories*/visibility', '/point-groups/:pointGroupId');
  spec('/point-groups/history', 'B-060', 'B-197');
  watch.allow(/WebGL|GPU/);
  const [FOLDER, GROUP] = ['Осенний план', 'Левобережье'];
  const button = (name: string) => buttonOf(page, name);
  const dialog = dialogOf(page);
  const save = () => buttonOf(dialog, t('engine.form.save')).click();
  /** An action of a list; those without room are in a menu. */
  const press = async (key: string) => {
    const more = button(t('engine.actions.more')).first();
    await expect(button(t(key)).or(more).first()).toBeVisible();
    if (await button(t(key)).isVisible()) return button(t(key)).click();
    await more.click();
    return page.getByRole('menuitem', { name: t(key), exact: true }).click();
  };
  const menuOf = async (row: Locator, key: string) => {
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: t(key), exact: true }).click();
  };
  const opened = (name: string) => rowOf(page, name).getByRole('link').first();
  const mapScripts: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/(maplibre|map-|useMap)/.test(request.url())) mapScripts.push(request.url());
  });

  await enter(page, 'planner', '/point-groups/directories/PRIVATE');
  await settled(page);
  const { reader, stranger } = await readersOf(another);

  await test.step('two nested folders, and two groups', async () => {
    const folder = async (name: string) => {
      await press('pointGroups.addDirectory');
      await fieldOf(dialog, t('pointGroupDirectory.name')).fill(name);
      await save();
      await expect(rowOf(page, name)).toBeVisible();
    };
    await folder(FOLDER);
    await opened(FOLDER).click();
    await expect(page).toHaveURL(/\/PRIVATE\/[0-9a-f-]{36}$/);
    await settled(page);
    await folder('Участок');
    // The script of a map is loaded where one is shown.
    expect(mapScripts).toEqual([]);
    const address = page.url();
    for (const name of ['Правобережье', GROUP]) {
      await page.goto(address);
      await settled(page);
      await page
        .getByRole('link', { name: t('pointGroups.add') })
        .or(button(t('pointGroups.add')))
        .click();
      await settled(page);
      await fieldOf(page, t('pointGroup.name')).fill(name);
      await button(t('engine.form.save')).click();
      await expect(toast(page, t('pointGroup.saved')).first()).toBeVisible();
      await expect(page).toHaveURL(/\/point-groups\/[0-9a-f-]{36}/);
    }
  });

  const points = await pointsOf(page);
  await test.step('points from a file: two rows are invalid, the others are added', async () => {
    const chooser = page.waitForEvent('filechooser');
    await press('pointGroup.import');
    await (await chooser).setFiles(sheetOf(points));
    await expect(dialog.getByText('НЕТ-ТАКОЙ').first()).toBeVisible();
    await expect(rowsOf(dialog)).toHaveCount(2);
    await buttonOf(dialog, t('pointGroupImport.apply')).click();
    await expect(toast(page, t('pointGroupImport.done'))).toBeVisible();
    await expect(rowsOf(page)).toHaveCount(points.length);
  });

  const proposed = page.getByRole('region', { name: t('pointGroup.proposed'), exact: true });
  await test.step('an area on the map: the points inside are offered, two of them are added', async () => {
    const map = page.locator('[data-part=map]');
    await expect(page.locator('[data-map=open]')).toBeVisible();
    expect(mapScripts.length).toBeGreaterThan(0);
    await expectRest(page);
    // The drawing hint appears once presses are handled, not while the code is loading.
    await page.route(/\/assets\/drawing-/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    await button(t('engine.map.drawArea')).click();
    await expect(page.getByText(t('engine.map.drawingArea'))).toBeVisible();
    await map.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    const { x, y, width, height } = (await map.boundingBox())!;
    for (const [right, down] of [
      [0.2, 0.4],
      [0.8, 0.4],
      [0.8, 0.9],
      [0.2, 0.9],
    ] as const) {
      await page.mouse.move(x + width * right, y + height * down);
      await page.mouse.click(x + width * right, y + height * down);
      // Two quick presses are a double press, which ends the drawing.
      await page.waitForTimeout(350);
    }
    await page.mouse.click(x + width * 0.2, y + height * 0.4);
    await expect(rowsOf(proposed).first()).toBeVisible();
    const offered = await rowsOf(proposed).allInnerTexts();
    expect(offered.length).toBeGreaterThan(2);
    for (const i of [0, 1]) await rowsOf(proposed).nth(i).getByRole('checkbox').check();
    await buttonOf(proposed, t('pointGroup.addSelected')).click();
    await expect(toast(page, t('pointGroup.pointsAdded'))).toBeVisible();
    await expect(proposed).toHaveCount(0);
    await expect(rowsOf(page)).toHaveCount(points.length + 2);
  });
  const count = points.length + 2;

  await test.step('the last point is dragged to the top, typed to be second, and that is undone', async () => {
    const last = points.at(-1)!.address;
    const first = async () => (await addresses(page, t))[0];
    await handleOf(page, t, points.length, count).dragTo(rowsOf(page).first(), {
      targetPosition: { x: 40, y: 3 },
    });
    await expect.poll(first).toContain(last);
    await expect(toast(page, t('pointGroup.sorted'))).toBeVisible();
    await menuOf(rowsOf(page).first(), 'common.edit');
    await expectRest(page);
    await fieldOf(dialog, t('pointGroupElement.order')).fill(String(count));
    await save();
    await expect(dialog).toHaveCount(0);
    // Undoing sends the version of the group, which is loaded again after the save.
    await expectRest(page);
    await expect.poll(async () => (await addresses(page, t)).at(-1)).toContain(last);
    await press('pointGroup.undo');
    await expect(toast(page, t('pointGroup.undone'))).toBeVisible();
    await expect.poll(first).toContain(last);
  });

  const folderOf = (who: Page) => rowOf(who, FOLDER);
  await test.step('the folder is published, and no other account sees it yet', async () => {
    await page.goto('/point-groups/directories/PRIVATE');
    await settled(page);
    await menuOf(folderOf(page), 'pointGroups.action.PUBLISH');
    await dialog
      .getByRole('treeitem', { name: 'Общие' })
      .or(dialog.getByText('Общие', { exact: true }))
      .first()
      .click();
    await buttonOf(dialog, t('common.select')).click();
    await expect(folderOf(page)).toHaveCount(0);
    for (const who of [reader, stranger]) {
      await expectRest(who);
      await expect(folderOf(who)).toHaveCount(0);
    }
  });

  await test.step('one division sees the folder immediately, the other does not', async () => {
    const { id, division } = await factsOf(product, FOLDER);
    await page.goto(`/point-groups/GENERAL/${id}/visibility`);
    await settled(page);
    // The breadcrumb contains the parent folders.
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
    await page.getByRole('option', { name: exactly(division) }).click();
    await page.keyboard.press('Escape');
    await button(t('engine.form.save')).click();
    await expect(toast(page, t('pointGroupVisibility.saved'))).toBeVisible();
    await expect(folderOf(reader)).toHaveCount(1);
    await expectRest(stranger);
    await expect(folderOf(stranger)).toHaveCount(0);
    // Its content is the same there: its groups and their points.
    await rowOf(reader, FOLDER).getByRole('link').first().click();
    await rowOf(reader, GROUP).getByRole('link').first().click();
    await expect.poll(async () => (await addresses(reader, t))[0]).toContain(points.at(-1)!.address);
    await expect(handleOf(reader, t, 1, count)).toHaveCount(0);
  });

  await test.step('the history has old and new values', async () =>
    expectHistory(await another(), FOLDER, GROUP, points.at(-1)!.address));
});

test('by keyboard alone: the same work', async ({ page, another, t, product, watch }) => {
  watch.allow(/WebGL|GPU/);
  const [FOLDER, GROUP] = ['План без мыши', 'По клавишам'];
  const dialog = dialogOf(page);
  const key = (name: string) => page.keyboard.press(name);
  const press = async (target: Locator) => {
    await tabTo(page, target, 120);
    await key('Enter');
  };
  const type = async (target: Locator, text: string) => {
    await tabTo(page, target, 120);
    await key('ControlOrMeta+A');
    await page.keyboard.type(text);
  };
  /** An entry of the menu that is open. */
  const choose = async (name: string) => {
    const entry = page.getByRole('menuitem', { name, exact: true });
    await arrowTo(page, entry);
    await key('Enter');
  };
  const tool = async (name: string) => {
    const button = buttonOf(page, name);
    const more = buttonOf(page, t('engine.actions.more')).first();
    await expect(button.or(more).first()).toBeVisible();
    if (await button.isVisible()) return press(button);
    await press(more);
    return choose(name);
  };
  const menuOf = async (row: Locator, name: string) => {
    await press(row.getByRole('button').last());
    await choose(name);
  };

  await enter(page, 'planner', '/point-groups/directories/PRIVATE');
  await settled(page);
  const { reader, stranger } = await readersOf(another);

  await test.step('a folder and a group', async () => {
    await tool(t('pointGroups.addDirectory'));
    await expect(fieldOf(dialog, t('pointGroupDirectory.name'))).toBeVisible();
    await type(fieldOf(dialog, t('pointGroupDirectory.name')), FOLDER);
    await key('ControlOrMeta+S');
    await press(rowOf(page, FOLDER).getByRole('link').first());
    await expect(page).toHaveURL(/\/PRIVATE\/[0-9a-f-]{36}$/);
    await settled(page);
    await press(
      page.getByRole('link', { name: t('pointGroups.add') }).or(buttonOf(page, t('pointGroups.add'))),
    );
    await settled(page);
    await type(fieldOf(page, t('pointGroup.name')), GROUP);
    await key('ControlOrMeta+S');
    await expect(page).toHaveURL(/\/point-groups\/[0-9a-f-]{36}/);
  });

  const points = await pointsOf(page);
  await test.step('points from a file', async () => {
    await expect(page.locator('[data-map=open]')).toBeVisible();
    const chooser = page.waitForEvent('filechooser');
    await tool(t('pointGroup.import'));
    await (await chooser).setFiles(sheetOf(points));
    await expect(rowsOf(dialog)).toHaveCount(2);
    await press(buttonOf(dialog, t('pointGroupImport.apply')));
    await expect(toast(page, t('pointGroupImport.done'))).toBeVisible();
    await expect(rowsOf(page)).toHaveCount(points.length);
  });

  const proposed = page.getByRole('region', { name: t('pointGroup.proposed'), exact: true });
  await test.step('an area by its vertices: the points inside are offered and added', async () => {
    await tool(t('pointGroup.drawArea'));
    await expect(dialog.locator('[data-map=open]')).toBeVisible();
    const { latitude, longitude } = points[0]!;
    for (const [i, [north, east]] of [
      [-0.004, -0.008],
      [0.004, -0.008],
      [0.004, 0.008],
      [-0.004, 0.008],
    ].entries()) {
      await press(buttonOf(dialog, t('engine.geometry.add')));
      const vertex = dialog.getByRole('textbox', { name: t('engine.geometry.vertex', { vertex: i + 1 }) });
      await type(vertex, `${(latitude + north!).toFixed(6)}, ${(longitude + east!).toFixed(6)}`);
    }
    await key('ControlOrMeta+S');
    await expect(dialog).toHaveCount(0);
    await tool(t('pointGroup.showWithin'));
    await expect(rowsOf(proposed).first()).toBeVisible();
    await press(buttonOf(proposed, t('pointGroup.addAllProposed')));
    await expect(toast(page, t('pointGroup.pointsAdded'))).toBeVisible();
    await expect(proposed).toHaveCount(0);
  });
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(points.length);
  const count = await rowsOf(page).count();

  await test.step('the first point is moved down one place, typed to be the last, and that is undone', async () => {
    const places = () => addresses(page, t);
    await tabTo(page, handleOf(page, t, 1, count), 120);
    await key('Space');
    await key('ArrowDown');
    await key('Space');
    await expect(toast(page, t('pointGroup.sorted'))).toBeVisible();
    await expect.poll(async () => (await places())[1]).toContain(points[0]!.address);
    await menuOf(rowsOf(page).nth(1), t('common.edit'));
    await type(fieldOf(dialog, t('pointGroupElement.order')), String(count));
    await key('ControlOrMeta+S');
    await expect(dialog).toHaveCount(0);
    // Undoing sends the version of the group, which is loaded again after the save.
    await expectRest(page);
    await expect.poll(async () => (await places()).at(-1)).toContain(points[0]!.address);
    await tool(t('pointGroup.undo'));
    await expect(toast(page, t('pointGroup.undone'))).toBeVisible();
    await expect.poll(async () => (await places())[1]).toContain(points[0]!.address);
  });

  await test.step('published, and shown to one division', async () => {
    await page.goto('/point-groups/directories/PRIVATE');
    await settled(page);
    await menuOf(rowOf(page, FOLDER), t('pointGroups.action.PUBLISH'));
    await expectRest(page);
    await type(dialog.getByRole('searchbox'), 'Общие');
    const general = dialog.getByRole('row').filter({ hasText: 'Общие' });
    await tabTo(page, general);
    await key('Space');
    await expect(general).toHaveAttribute('aria-selected', 'true');
    await press(buttonOf(dialog, t('common.select')));
    await expect(rowOf(page, FOLDER)).toHaveCount(0);
    const { id, division } = await factsOf(product, FOLDER);
    await page.goto('/point-groups/directories/GENERAL');
    await settled(page);
    await menuOf(rowOf(page, FOLDER), t('pointGroups.visibility'));
    await expect(page).toHaveURL(new RegExp(`${id}/visibility$`));
    await settled(page);
    const kind = page.getByRole('combobox', {
      name: new RegExp(`^${t('pointGroupVisibility.visibility')}`),
    });
    await tabTo(page, kind);
    const chosen = () => kind.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text);
    for (let i = 0; i < 4 && (await chosen()) !== 'Подразделениям'; i++) await key('ArrowDown');
    expect(await chosen()).toBe('Подразделениям');
    await press(page.getByRole('button', { name: new RegExp(`^${t('pointGroupVisibility.divisions')}`) }));
    const choice = page.getByRole('option', { name: exactly(division) });
    await arrowTo(page, choice);
    await key('Enter');
    await expect(choice).toHaveAttribute('aria-selected', 'true');
    await key('Escape');
    await key('ControlOrMeta+S');
    await expect(rowOf(reader, FOLDER)).toHaveCount(1);
    await expectRest(stranger);
    await expect(rowOf(stranger, FOLDER)).toHaveCount(0);
  });

  await test.step('the history has old and new values', async () =>
    expectHistory(await another(), FOLDER, GROUP, points[0]!.address));
});

test('the picker of groups opens folders, searches on every level, and returns each group once', async ({
  page,
  t,
  product,
  watch,
}) => {
  spec(
    'V-006',
    'V-079',
    'V-080',
    'B-125',
    'B-126',
    'B-127',
    'B-128',
    'B-129',
    'B-130',
    'B-131',
    'B-132',
    'B-200',
  );
  watch.allow(/WebGL|GPU/);
  const [group] = await product.sql<{ id: string }>(
    `select g.id from point_groups g join accounts a on a.id = g.owner_id and a.login = 'planner' order by g.name limit 1`,
  );
  await enter(page, 'planner', `/point-groups/${group!.id}`);
  await settled(page);
  const asked = (params: Record<string, string>) =>
    page.waitForRequest((request) => {
      const url = new URL(request.url());
      return (
        url.pathname.endsWith('/point-group/paging') &&
        Object.entries(params).every(([name, value]) => url.searchParams.get(name) === value)
      );
    });
  const all = asked({ count: '-1', page: '0' });
  await page.getByRole('button', { name: t('pointGroup.addFromGroups'), exact: true }).click();
  await all;
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

  const searched = asked({ count: '-1', page: '0', query: 'Маршрут № 1' });
  await dialog.getByRole('searchbox').fill('Маршрут № 1');
  await searched;
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

test('the picker of one group replaces the former choice; its points are then offered', async ({
  page,
  t,
  product,
  watch,
}) => {
  spec('B-201', 'V-006');
  watch.allow(/WebGL|GPU/);
  const reply = await enterWith(page, 'planner', async () =>
    page.request.post('/api/v3/point-group', {
      headers: HEADERS,
      data: { name: 'Для выбора', directoryId: 'PRIVATE' },
    }),
  );
  const { id } = (await reply.json()) as { id: string };
  await page.goto(`/point-groups/${id}`);
  await settled(page);
  await buttonOf(page, t('pointGroup.addPoints')).click();
  const adding = page.getByRole('dialog').first();
  await expect(rowsOf(adding).first()).toBeVisible();
  const field = adding.getByRole('button', { name: new RegExp(`^${t('evacuationPoint.inGroup')}`) });
  await field.click();
  // The dialog below also has a search.
  await expect(dialogTitle(page, t('pick.pointGroup.title'))).toBeVisible();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByRole('searchbox').fill('Проба');
  const found = rowsOf(dialog.getByRole('region', { name: t('pick.pointGroup.title') }).or(dialog)).filter({
    hasText: 'Мои черновики',
  });
  await expect(found).toHaveCount(3);
  const ok = buttonOf(dialog, t('common.ok'));
  await expect(ok).toBeDisabled();
  await expect(buttonOf(dialog, t('pick.pointGroup.moveAll'))).toHaveCount(0);
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
  const chosen = rowsOf(dialog.getByRole('region', { name: t('pick.pointGroup.chosen'), exact: true }));
  for (const name of ['Проба № 1', 'Проба № 2']) {
    await found.filter({ hasText: name }).getByRole('button', { name, exact: true }).first().click();
    await expect(chosen).toHaveCount(1);
    await expect(chosen).toContainText(name);
  }
  await ok.click();
  await expect(field).toContainText('Проба № 2');
  const [points] = await product.sql<{ count: number }>(
    `select count(*)::int as count from point_group_elements e join point_groups g on g.id = e.point_group_id
     join accounts a on a.id = g.owner_id and a.login = 'planner'
     join evacuation_points p on p.id = e.evacuation_point_id join stands s on s.id = p.stand_id
     where g.name = 'Проба № 2' and coalesce(s.end_date >= current_date, true)`,
  );
  await expect.poll(() => totalOf(adding)).toBe(points!.count);
});

test('folders are dragged in the tree, or moved by their menu; other roots take none', async ({
  page,
  t,
  product,
}) => {
  const style = (on: boolean) =>
    product.sql(`update app_properties set value = $1 where name = 'pointGroupManagement.useModernStyle'`, [
      String(on),
    ]);
  await style(true);
  try {
    const folder = async (name: string) =>
      page.request.post('/api/v3/point-group/directory', {
        headers: HEADERS,
        data: { name, parentId: 'GENERAL' },
      });
    await enterWith(page, 'planner', () => folder('Перенос А'));
    await folder('Перенос Б');
    await page.goto('/point-groups/directories/GENERAL');
    await settled(page);
    const tree = page.getByRole('tree');
    const node = (name: string) => tree.getByRole('treeitem').filter({ hasText: name });
    const open = (name: string) => node(name).getByRole('button').first().click();
    await open('Общие');
    await expect(node('Перенос А')).toBeVisible();
    const parentOf = async (name: string) =>
      (
        await product.sql<{ parent: string | null }>(
          `select p.name as parent from point_group_directories d
           left join point_group_directories p on p.id = d.parent_id where d.name = $1`,
          [name],
        )
      )[0]!.parent;
    await test.step('dragged', async () => {
      // The code of dragging is loaded with the first tree or table that needs it.
      await expect(node('Перенос А')).toHaveAttribute('draggable', 'true');
      await node('Перенос А').dragTo(node('Перенос Б'));
      await expect.poll(() => parentOf('Перенос А')).toBe('Перенос Б');
      await expect(node('Перенос А')).toHaveCount(0);
    });
    await test.step('another root does not accept it', async () => {
      await node('Перенос Б').dragTo(node('Личные'));
      await expectRest(page);
      expect(await parentOf('Перенос Б')).toBeNull();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
    await test.step('by the menu and the keyboard', async () => {
      await open('Перенос Б');
      await node('Перенос А').getByRole('button').last().click();
      await page.getByRole('menuitem', { name: t('engine.tree.move'), exact: true }).click();
      await expect(page.getByText(t('engine.tree.moving', { name: 'Перенос А' }))).toBeVisible();
      await tabTo(page, tree.locator('[role=treeitem][tabindex="0"]'));
      await page.keyboard.press('Home');
      await arrowTo(page, node('Общие'));
      await page.keyboard.press('Enter');
      await expect.poll(() => parentOf('Перенос А')).toBeNull();
    });
    await test.step('from the contents: all that are selected, or the one that is not', async () => {
      for (const name of ['Перенос В', 'Перенос Г', 'Перенос Д']) await folder(name);
      await page.goto(`/point-groups/directories/GENERAL?query=${encodeURIComponent('Перенос')}`);
      await settled(page);
      await open('Общие');
      for (const name of ['Перенос В', 'Перенос Г'])
        await rowOf(page, name)
          .getByRole('checkbox', { name: t('engine.table.chooseRow') })
          .check();
      for (const dragged of [rowOf(page, 'Перенос Д'), node('Перенос Б')])
        await expect(dragged).toHaveAttribute('draggable', 'true');
      // No node accepts a drop on itself, nor another root.
      await rowOf(page, 'Перенос Д').dragTo(node('Личные'));
      await rowOf(page, 'Перенос Б').dragTo(node('Перенос Б'));
      await rowOf(page, 'Перенос В').dragTo(node('Перенос Б'));
      // Each is moved in a transaction of its own.
      for (const name of ['Перенос В', 'Перенос Г'])
        await expect.poll(() => parentOf(name)).toBe('Перенос Б');
      expect(await parentOf('Перенос Д')).toBeNull();
      await expect(rowOf(page, 'Перенос Г')).toHaveCount(0);
      await rowOf(page, 'Перенос Д').dragTo(node('Перенос Б'));
      await expect.poll(() => parentOf('Перенос Д')).toBe('Перенос Б');
      expect(await parentOf('Перенос Б')).toBeNull();
    });
  } finally {
    await style(false);
  }
});
