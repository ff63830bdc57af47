/**
 * Point groups of a region: 5,000 groups in 800 folders. How soon the picker opens and shows search results; how long
 * calls take that read and write them. LOAD_SECONDS shortens it.
 */
import path from 'node:path';
import { chromium, type Page } from 'playwright';
import config from '../../../playwright.config.ts';
import { Products, type Product } from '../../server/product.ts';
import { Client, signIn, temporaryFolder } from '../../server/support.ts';
import { textsOf } from '../../e2e/texts.ts';
import type { PointGroup } from '../../../schemas/generated/api.ts';
import type { Audit } from '../audit.ts';
import { run } from '../command.ts';
import { fire, percentile, type Shot } from '../load/fire.ts';
import { asOwner } from '../owner.ts';

const FOLDERS = 800;
const GROUPS = 5_000;
const POINTS = 20;
const SECONDS = Number(process.env['LOAD_SECONDS'] || 60);
const RATE = 10;
const CALL_GOAL_MS = 50;
const PICKER_GOAL_MS = 1_000;
const OPENINGS = 5;
const WRITES = 200;

interface Ids {
  folders: string[];
  groups: string[];
}

interface Picked {
  /** Milliseconds of each opening, from the press to the first rows. */
  opened: number[];
  /** Milliseconds from the last letter to the rows found: one group, and every group. */
  one: number[];
  every: number[];
}

const audit: Audit = async (step) => {
  await step('build', () => run(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error']));
  const { picked, reads, writes } = await step('picker and calls', measure);
  const ms = (value: number) => `${Math.round(value)} ms`;
  const worst = (times: readonly number[]) => Math.max(...times);
  const pickerHolds = worst([...picked.opened, ...picked.one, ...picked.every]) <= PICKER_GOAL_MS;
  const all = [...reads, { name: 'writes', times: writes, failed: 0 }];
  const callsHold = all.every(({ times, failed }) => failed === 0 && percentile(times, 0.95) <= CALL_GOAL_MS);
  const size = `${GROUPS.toLocaleString('en')} point groups in ${FOLDERS} folders`;
  return [
    {
      what: `${size}: the picker, opened and searched`,
      goal: `at most ${PICKER_GOAL_MS / 1000} s`,
      reached: `at worst of ${OPENINGS}: open ${ms(worst(picked.opened))}, one found ${ms(worst(picked.one))}, all ${GROUPS.toLocaleString('en')} found ${ms(worst(picked.every))}`,
      ok: pickerHolds,
    },
    {
      what: `${size}: calls of an editor and of a reader, ${RATE} a second`,
      goal: `p95 ≤ ${CALL_GOAL_MS} ms`,
      reached: all
        .map(
          ({ name, times, failed }) =>
            `${name} ${ms(percentile(times, 0.95))}${failed > 0 ? ` (${failed} failed)` : ''}`,
        )
        .join(', '),
      ok: callsHold && SECONDS < 60 ? undefined : callsHold,
    },
  ];
};
export default audit;

async function measure() {
  const { folder, remove } = temporaryFolder();
  const products = new Products();
  const dataDir = path.join(folder, 'pg');
  try {
    const product = await products.server({
      DATA_DIR: dataDir,
      SEED_SCALE: '1',
      NODE_ENV: 'production',
      SEED: 'on',
      ACCESS_LOG: 'off',
    });
    if (!product.url) throw new Error(`The server did not start: ${product.output()}`);
    const ids = await fill(dataDir);
    const editor = await signIn(product, 'planner');
    const reader = await signIn(product, 'logist');
    const picked = await pick(product, ids, editor);
    return { picked, reads: await read(product, ids, [editor, reader]), writes: await write(ids, editor) };
  } finally {
    await products.endAll();
    remove();
  }
}

/** Inserts folders on three levels, half of them visible to divisions, and groups of neighbouring points. */
function fill(dataDir: string): Promise<Ids> {
  return asOwner(dataDir, async (client) => {
    const planner = `(select a.id, a.instance_id from accounts a where a.login = 'planner')`;
    const insert = (names: string, rest: string) =>
      client.query(
        `insert into point_group_directories (instance_id, root, parent_id, name, author_id, visibility)
         select p.instance_id, 'GENERAL', ${rest}`,
        [names],
      );
    const TOP = 20;
    const MIDDLE = 180;
    await insert(
      'Округ',
      `null, $1 || ' ' || n, p.id, 'ALL' from ${planner} p, generate_series(1, ${TOP}) n`,
    );
    const below = (above: string, count: number) =>
      `d.id, $1 || ' ' || n, p.id, case when n % 2 = 0 then 'DIVISIONS' end
       from ${planner} p, generate_series(1, ${count}) n
       join (select id, row_number() over (order by id) - 1 as at, count(*) over () as many
         from point_group_directories where name like '${above} %') d on d.at = n % d.many`;
    await insert('Участок', below('Округ', MIDDLE));
    await insert('Маршруты', below('Участок', FOLDERS - TOP - MIDDLE));
    await client.query(
      `insert into point_group_directory_divisions (instance_id, directory_id, division_id)
       select d.instance_id, d.id, x.division_id from point_group_directories d
       join account_divisions x on x.account_id = (select id from accounts where login = 'logist')
       where d.visibility = 'DIVISIONS' and d.name ~ '^(Участок|Маршруты) '`,
    );
    await client.query(
      `insert into point_groups (instance_id, root, directory_id, author_id, name)
       select p.instance_id, 'GENERAL', d.id, p.id, 'Рейс ' || n
       from ${planner} p, generate_series(1, ${GROUPS}) n
       join (select id, row_number() over (order by id) - 1 as at, count(*) over () as many
         from point_group_directories where name ~ '^(Округ|Участок|Маршруты) ') d on d.at = n % d.many`,
    );
    await client.query(
      `insert into point_group_elements (instance_id, point_group_id, evacuation_point_id, position)
       select g.instance_id, g.id, e.id, k
       from (select id, instance_id, row_number() over (order by id) as at from point_groups
         where name like 'Рейс %') g
       cross join generate_series(1, ${POINTS}) k
       join (select id, instance_id, row_number() over (partition by instance_id order by id) - 1 as at,
           count(*) over (partition by instance_id) as many from evacuation_points) e
         on e.instance_id = g.instance_id and e.at = (g.at * 7 + k) % e.many`,
    );
    await client.query('vacuum analyze');
    const list = async (table: string, where: string) =>
      (await client.query<{ id: string }>(`select id from ${table} where ${where} order by id`)).rows.map(
        ({ id }) => id,
      );
    // The folders and groups that both accounts can read.
    return {
      folders: await list('point_group_directories', `name ~ '^Округ '`),
      groups: await list(
        'point_groups',
        `directory_id in (select id from point_group_directories where name ~ '^Округ ')`,
      ),
    };
  });
}

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;

async function pick(product: Product, { groups }: Ids, { cookie = '' }: Client): Promise<Picked> {
  const t = textsOf('ru');
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width: 1440, height: 900 },
    });
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: product.url }]);
    const picked: Picked = { opened: [], one: [], every: [] };
    // The first opening loads code and settings into the browser, as on the first visit of a day.
    for (let i = 0; i <= OPENINGS; i += 1) {
      const page = await context.newPage();
      await page.goto(`/point-groups/${any(groups)}`);
      await page.locator('[data-map=open]').waitFor();
      const dialog = page.getByRole('dialog');
      const rows = dialog.locator('tbody').getByRole('row');
      const opened = await timed(page, 'pointerdown', { least: 4 }, () =>
        page.getByRole('button', { name: t('pointGroup.addFromGroups'), exact: true }).click(),
      );
      await dialog.getByRole('button', { name: 'Общие', exact: true }).click();
      await rows.filter({ hasText: 'Округ' }).first().waitFor();
      const search = dialog.getByRole('searchbox');
      const wanted = `Рейс ${1000 + i}`;
      const one = await timed(page, 'input', { least: 1, text: wanted }, () => search.fill(wanted));
      const every = await timed(page, 'input', { least: 21, text: 'Рейс' }, () => search.fill('рейс'));
      if (i > 0) {
        picked.opened.push(opened);
        picked.one.push(one);
        picked.every.push(every);
      }
      await page.close();
    }
    return picked;
  } finally {
    await browser.close();
  }
}

/** What the dialog shows at the end: the number of rows with the text. */
interface Shown {
  least: number;
  text?: string;
}

/**
 * Returns milliseconds by the clock of the page, from the event of the press or the letter to the frame that has the
 * rows. The page checks at each frame: Playwright's own polling checks only every half second after the first quarter.
 */
async function timed(page: Page, event: string, shown: Shown, act: () => Promise<void>): Promise<number> {
  await page.evaluate((name) => {
    document.addEventListener(
      name,
      ({ timeStamp }) => document.documentElement.setAttribute('data-began', String(timeStamp)),
      { capture: true, once: true },
    );
  }, event);
  const seen = page.waitForFunction(
    ({ least, text = '' }) => {
      const began = document.documentElement.getAttribute('data-began');
      const rows = [...document.querySelectorAll('[role=dialog] tbody tr')].filter(
        (row) => row.textContent.trim() && row.textContent.includes(text),
      );
      const done = began && rows.length >= least;
      return done ? performance.now() - Number(began) : false;
    },
    shown,
    { polling: 'raf' },
  );
  await act();
  const took = await (await seen).jsonValue();
  await page.evaluate(() => document.documentElement.removeAttribute('data-began'));
  return Number(took);
}

const P = '/api/v3/point-group';

async function read(product: Product, { folders, groups }: Ids, clients: readonly Client[]) {
  const query = (path: string, values: Record<string, string>) =>
    `${P}${path}?${new URLSearchParams(values).toString()}`;
  const number = () => String(1 + Math.floor(Math.random() * GROUPS));
  const CALLS: [string, () => string][] = [
    [
      'contents',
      () => query('/paging', { directoryId: any(folders), page: '0', count: '25', order: '-name' }),
    ],
    ['all contents', () => query('/paging', { directoryId: any(folders), page: '0', count: '-1' })],
    ['search', () => query('/paging', { query: `рейс ${number()}`, page: '0', count: '25' })],
    ['search of the picker', () => query('/paging', { query: `рейс ${number()}`, page: '0', count: '-1' })],
    ['tree', () => query('/directory/tree', {})],
    ['scheduled', () => query('/directory/scheduled/list', {})],
    ['group', () => `${P}/${any(groups)}`],
    ['groups of a folder', () => query('/list', { directoryId: any(folders) })],
    ['duplicates', () => query('/duplicates', { pointGroupId: any(groups) })],
    ['name', () => query('/check-name', { name: `Рейс ${number()}`, directoryId: any(folders) })],
    ['points', () => query('/evacuation-point/choice', { page: '0', count: '25', query: 'Юности' })],
    ['history', () => query('/history', { page: '0', count: '25', order: '+time' })],
  ];
  const shots: (Shot & { name: string })[] = [];
  const seconds = Math.max(1, Math.round(SECONDS / clients.length));
  for (const { cookie = '' } of clients) {
    const named: string[] = [];
    const next = () => {
      const [name, address] = CALLS[named.length % CALLS.length]!;
      named.push(name);
      return address();
    };
    const warm = await fire(product.url, cookie, { rate: 10, seconds: 5 }, next);
    named.splice(0, warm.length);
    const fired = await fire(product.url, cookie, { rate: RATE, seconds }, next);
    shots.push(...fired.map((shot, i) => ({ ...shot, name: named[i]! })));
  }
  return CALLS.map(([name]) => {
    const own = shots.filter((shot) => shot.name === name);
    return {
      name,
      times: own.map(({ time }) => time),
      failed: own.filter(({ status }) => status !== 200).length,
    };
  });
}

/** Returns milliseconds of saved orders of points, one after the other, each of a different group. */
async function write({ groups }: Ids, editor: Client): Promise<number[]> {
  const times: number[] = [];
  for (const id of groups.slice(0, WRITES)) {
    const { body: group } = await editor.get<PointGroup>(`/point-group/${id}`);
    const ordered = group.elements.map(({ evacuationPointId }) => evacuationPointId).toReversed();
    const began = performance.now();
    const { status } = await editor.post('/point-group/evacuation-point/list/sort', {
      pointGroupId: id,
      version: group.version,
      evacuationPointIds: ordered,
    });
    if (status !== 200) throw new Error(`An order was answered ${status}`);
    times.push(performance.now() - began);
  }
  return times;
}
