/**
 * An inspector checks stands while the connection drops; the differences are decided, and the stand shows why it
 * changed.
 */
import { enter, expect, expectRest, rowsOf, saveOffline, settled, test, toast } from './fixtures.ts';
import { signIn } from '../server/support.ts';
import { spec } from '../spec/spec.ts';

/** An inventory of a status, of the organisation of the inspector. */
const inventory = (status: string) =>
  `select v.id from inventories v join accounts a on a.instance_id = v.instance_id and a.login = 'inspector'
   where v.status = '${status}' order by v.begin_date desc limit 1`;

test('an inspector checks the nearest stand though the connection drops, and its difference changes the stand', async ({
  page,
  product,
  t,
  watch,
}) => {
  spec('/stands/map', '/stands/inventories', '/stands/inventories/:inventoryId', 'B-065');
  const [running] = await product.sql<{ id: string }>(inventory('IN_PROGRESS'));
  await enter(page, 'inspector', `/stands/inventories/${running!.id}`);
  await settled(page);
  const [named] = await product.sql<{ name: string }>('select name from inventories where id = $1', [
    running!.id,
  ]);
  const crumbs = page.getByRole('navigation', { name: t('engine.breadcrumbs') });
  await expect(crumbs).toContainText(named!.name);
  await expect(crumbs.getByRole('link', { name: t('inventories.title') })).toHaveAttribute(
    'href',
    '/stands/inventories',
  );
  const dialog = page.getByRole('dialog');
  await test.step('a check survives a lost connection', async () => {
    await rowsOf(page).first().click();
    await expect(dialog.getByRole('heading').first()).toBeVisible();
    await expectRest(page);
    await dialog.getByRole('button', { name: t('inventoryStand.asRecorded') }).click();
    await dialog.getByRole('combobox', { name: t('inventoryStand.condition') }).selectOption('Исправна');
    await saveOffline(page, { watch, dialog, t });
    await dialog.getByRole('button', { name: t('engine.form.save'), exact: true }).click();
    await expect(toast(page, t('inventoryStand.saved'))).toBeVisible();
    await expect(dialog).toBeHidden();
  });
  await test.step('a difference is accepted, and the stand shows why it changed', async () => {
    const [completed] = await product.sql<{ id: string }>(inventory('COMPLETED'));
    await page.goto(`/stands/inventories/${completed!.id}`);
    await page.getByRole('tab', { name: t('inventory.tab.differences') }).click();
    await expectRest(page);
    await rowsOf(page).first().getByRole('checkbox').check();
    await page.getByRole('button', { name: t('difference.acceptAll') }).click();
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await expect(rowsOf(page).first().getByText('Принято')).toBeVisible();
    await rowsOf(page).first().getByRole('button').last().click();
    await page.getByRole('menuitem', { name: t('stands.openCard') }).click();
    await dialog.getByRole('tab', { name: t('stand.historyTitle') }).click();
    // The head of the dialog names it; tabs within do not repeat the name.
    await expect(dialog.getByRole('heading', { level: 1 })).toHaveCount(0);
    await expect(dialog.getByText(t('history.action.inventory')).first()).toBeVisible();
  });
  await test.step('the map keeps its view in the address', async () => {
    await page.goto('/stands/map');
    await expect(page.locator('[data-map=open]')).toBeVisible();
    await expect(page).toHaveURL(/map\.at=/);
    const before = page.url();
    await page.getByRole('button', { name: t('engine.map.zoomIn') }).click();
    await expect(page).not.toHaveURL(before);
  });
});

test('the map of stands is coloured by the chosen property, and follows vehicles as they move', async ({
  page,
  product,
  t,
}) => {
  spec('/stands/map');
  const [vehicle] = await product.sql<{ device: string; number: string; id: string }>(
    `select d.device_id as device, v.reg_number as number, v.id from vehicle_terminals m
     join terminals d on d.id = m.terminal_id join vehicles v on v.id = m.vehicle_id
     join accounts a on a.login = 'inspector' and a.instance_id = v.instance_id
     where m.end_time is null and v.status = 'ACTIVE' and d.location_time is not null
     order by v.reg_number limit 1`,
  );
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/stand/vehicles')) requests.push(request.url());
  });
  await enter(page, 'inspector', '/stands/map');
  await expect(page.locator('[data-map=open]')).toBeVisible();
  /** Settled once the document in which the vehicle moves has subscribed; each document opens its own socket. */
  let subscribed: Promise<unknown> | undefined;
  await test.step('fill has a legend, and stays chosen in the address', async () => {
    const legend = page.getByRole('region', { name: t('engine.map.layers') });
    await expect(legend).toContainText(t('standsMap.mark.FAILED'));
    const by = legend.getByRole('combobox', {
      name: t('engine.map.colourBy', { layer: t('standsMap.layer.stands') }),
    });
    await by.selectOption(t('standsMap.by.fill'));
    await expect(legend).toContainText(t('standsMap.fill.OVERFULL'));
    await expect(legend).not.toContainText(t('standsMap.mark.FAILED'));
    await expect(page).toHaveURL(/map\.by=stands/);
    await page.reload();
    await expect(legend).toContainText(t('standsMap.fill.OVERFULL'));
    await by.selectOption(t('standsMap.by.status'));
    await expect(legend).toContainText(t('standsMap.status.SUSPENDED'));
  });
  await test.step('the card shows how full a stand is, and when that was seen', async () => {
    // Whether the demo has one depends on the day.
    const [full] = await product.sql<{ number: string }>(
      `update stands set fill_level = 'OVERFULL', fill_percent = 96, fill_time = now() where id = (
         select s.id from stands s join accounts a on a.login = 'inspector' and a.instance_id = s.instance_id
         join visit_points p on p.id = s.id where p.latitude is not null order by s.number limit 1)
       returning number`,
    );
    subscribed = page.waitForEvent('websocket').then((socket) =>
      socket.waitForEvent('framereceived', {
        predicate: ({ payload }) => String(payload).includes('"subscribed","broadcast":"vehiclePosition"'),
      }),
    );
    await page.goto('/stands/map?stands.f.fills=OVERFULL');
    const row = rowsOf(page).filter({ hasText: full!.number });
    await row.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(t('standsMap.fill.OVERFULL'))).toBeVisible();
    await expect(dialog.getByText(t('stand.fillTime'))).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('a vehicle moves without another request', async () => {
    await subscribed;
    await page.getByRole('button', { name: t('engine.map.list') }).click();
    const entry = page.getByRole('button', { name: vehicle!.number }).first();
    const card = page.getByRole('region', { name: vehicle!.number });
    await entry.click();
    await expect(card).toBeVisible();
    await expectRest(page);
    const before = await card.innerText();
    const times = requests.length;
    const admin = await signIn(product, 'admin');
    const moved = { deviceId: vehicle!.device, latitude: 55.9, longitude: 37.9 };
    const { status } = await admin.post('/telematics/batch', {
      points: [{ ...moved, time: new Date(Date.now() + 180_000).toISOString() }],
    });
    expect(status).toBe(200);
    await expect
      .poll(async () => {
        await entry.click();
        return card.innerText();
      })
      .not.toBe(before);
    expect(requests).toHaveLength(times);
  });
});

test('an address opens its stand on the map, for accounts that may open the map', async ({
  page,
  product,
  t,
  watch,
}) => {
  spec('/stands/map');
  const [one] = await product.sql<{ id: string; stand: string; address: string; at: string }>(
    `select n.id, n.stand_id as stand, p.address, round(p.latitude::numeric, 3) || ',' || round(p.longitude::numeric, 3) as at
     from incidents n join visit_points p on p.id = n.stand_id
     join accounts a on a.login = 'admin' and a.instance_id = n.instance_id
     order by n.create_time desc limit 1`,
  );
  await enter(page, 'admin', `/incidents/${one!.id}`);
  await page.getByRole('link', { name: one!.address, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/stands/map\\?standId=${one!.stand}`));
  await expect(page.locator('[data-map=open]')).toBeVisible();
  // The map keeps its position in the address.
  const centre = async () =>
    (new URL(page.url()).searchParams.get('map.at') ?? '')
      .split(',')
      .slice(0, 2)
      .map((text) => Number(text).toFixed(3))
      .join();
  await expect.poll(centre).toBe(one!.at);
  await test.step('a deleted stand is reported', async () => {
    watch.allow(/404 \(Not Found\)/);
    await page.goto('/stands/map?standId=00000000-0000-4000-8000-000000000000');
    await expect(page.getByText(t('engine.record.missing')).first()).toBeVisible();
  });
});

test('the card of a stand links to its incidents and to the results of its claims, for accounts that may read them', async ({
  page,
  product,
  t,
}) => {
  spec('/stands/map');
  // The walk may have decided some of them; a stand with both stays one.
  const [stand] = await product.sql<{ number: string; incident: string; claim: string; csori: string }>(
    `select s.number, n.number as incident, c.number as claim, c.csori_id as csori from stands s
     join accounts a on a.login = 'inspector' and a.instance_id = s.instance_id
     join lateral (select number from incidents where stand_id = s.id order by create_time desc, id desc limit 1) n on true
     join lateral (select number, csori_id from carrier_claims where stand_id = s.id
       order by claim_date desc, number desc limit 1) c on true
     order by s.number limit 1`,
  );
  const address = `/stands/map?stands.f.text=${encodeURIComponent(stand!.number)}`;
  const dialog = page.getByRole('dialog');
  const tabs = { incidents: t('stand.incidents'), claims: t('stand.claims') };
  const open = async () => {
    await rowsOf(page).filter({ hasText: stand!.number }).first().click();
    await expect(dialog.getByRole('tab', { name: t('stand.visits') })).toBeVisible();
  };
  await test.step('an inspector has the card without them', async () => {
    await enter(page, 'inspector', address);
    await open();
    await expect(dialog.getByRole('tab', { name: tabs.incidents })).toHaveCount(0);
    await expect(dialog.getByRole('tab', { name: tabs.claims })).toHaveCount(0);
  });
  await test.step('an incident links to its card', async () => {
    await enter(page, 'admin', address);
    await open();
    await dialog.getByRole('tab', { name: tabs.incidents }).click();
    await rowsOf(dialog).filter({ hasText: stand!.incident }).first().click();
    await expect(page).toHaveURL(/\/incidents\/[0-9a-f-]{36}/);
    await expect(
      page.getByRole('heading', { name: t('incident.title', { number: stand!.incident }) }),
    ).toBeVisible();
  });
  await test.step('a claim links to its result', async () => {
    await page.goto(address);
    await open();
    await dialog.getByRole('tab', { name: tabs.claims }).click();
    await rowsOf(dialog).filter({ hasText: stand!.claim }).first().click();
    await expect(page).toHaveURL(new RegExp(`/csori/[0-9-]{10}/${stand!.csori}`));
  });
});

test('stands and inventories report what could not be loaded or saved', async ({
  page,
  product,
  t,
  watch,
}) => {
  spec('M-029', 'M-032', 'M-033', 'M-034');
  watch.allow(/Failed to load resource/);
  const [draft] = await product.sql<{ id: string }>(inventory('DRAFT'));
  await enter(page, 'inspector', '/welcome');
  const refuse = async (pattern: string, method = 'GET') =>
    page.route(pattern, (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' })
        : route.fallback(),
    );
  const failures: [pattern: string, address: string, text: string][] = [
    ['**/api/v3/stand/map*', '/stands/map', 'errorMessages.standMap'],
    ['**/api/v3/inventory/paging*', '/stands/inventories', 'errorMessages.inventoryPaging'],
    [`**/api/v3/inventory/${draft!.id}`, `/stands/inventories/${draft!.id}`, 'errorMessages.inventoryGet'],
  ];
  for (const [pattern, address, text] of failures) {
    await refuse(pattern);
    await page.goto(address);
    await expect(page.getByText(t(text)).first()).toBeVisible();
    await page.unroute(pattern);
  }
  await page.goto(`/stands/inventories/${draft!.id}`);
  await settled(page);
  await refuse('**/api/v3/inventory', 'POST');
  await page.getByRole('textbox', { name: new RegExp(`^${t('inventory.name')}`) }).fill('Осмотр к зиме');
  await page.getByRole('button', { name: t('engine.form.save'), exact: true }).click();
  await expect(page.getByText(t('errorMessages.inventorySave')).first()).toBeVisible();
});
