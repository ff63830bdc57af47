/**
 * 200,000 stands of one operator: the map of them at every zoom, and lists of 1,000,000 virtual tasks of one hypothesis
 * that plans each of them on five days; the map in a browser as well. MANY_STANDS and LOAD_SECONDS shorten it; LOAD_DIR
 * is as in the audit `load`.
 */
import path from 'node:path';
import { chromium } from 'playwright';
import config from '../../../playwright.config.ts';
import { Products, type Product } from '../../server/product.ts';
import { ROOT, signIn, type Client } from '../../server/support.ts';
import type { Audit } from '../audit.ts';
import { run } from '../command.ts';
import { fillStands, HYPOTHESIS } from '../load/fillStands.ts';
import { fire, percentile, type Shot } from '../load/fire.ts';
import { questionOf, type List } from '../load/mix.ts';
import { pan, prepare, withDrawingProcess } from '../map/browser.ts';
import type { Watched } from '../map/inPage.ts';
import { asOwner } from '../owner.ts';

const STANDS = Number(process.env['MANY_STANDS'] || 200_000);
const SECONDS = Number(process.env['LOAD_SECONDS'] || 60);
const FOLDER = process.env['LOAD_DIR'] || path.join(ROOT, '.data');
const DAYS = 5;
const RATES = [50, 100] as const;
const GOAL_MS = 50;
const WHOLE = STANDS >= 200_000 && SECONDS >= 60;
/** Zooms of the map, parts requested at each zoom, and pixels of its window. */
const ZOOMS = Array.from({ length: 15 }, (_, n) => n + 4);
const PARTS = 12;
const [WIDTH, HEIGHT] = [1440, 900];
/** Zooms at which the map is dragged: clusters of a region, of a town, and single stands of a street. */
const DRAGGED = [9, 12, 16] as const;
const WARM_UP = 5;
const PANS = 20;

declare const watched: Watched;

const dataDir = path.join(FOLDER, `stands-${STANDS}`);
const ms = (value: number) => `${Math.round(value)} ms`;

const audit: Audit = async (step) => {
  await step(`fill ${STANDS}`, () => withProduct(fill));
  const zooms = await step('map', () => withProduct(askMap));
  await step('build', () => run(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error']));
  const long = await step('pans', () => withProduct(dragMap));
  const rates = [];
  for (const rate of RATES)
    rates.push(
      await step(`tasks at ${rate} a second`, () => withProduct((product) => askLists(product, rate))),
    );
  const times = zooms.flatMap(({ times: each }) => each);
  const [p50, p95, worst] = [percentile(times, 0.5), percentile(times, 0.95), Math.max(...times)];
  const slowest = zooms.toSorted((a, b) => percentile(b.times, 0.5) - percentile(a.times, 0.5))[0]!;
  const held = rates.every(({ p95, failed }) => p95 <= GOAL_MS && failed === 0);
  return [
    {
      what: `Map of ${STANDS.toLocaleString('en')} stands: ${PARTS} parts at each of ${ZOOMS.length} zooms, one after the other`,
      goal: `p95 ≤ ${GOAL_MS} ms`,
      reached:
        `p50 ${ms(p50)}, p95 ${ms(p95)}, worst ${ms(worst)}; ` +
        `slowest at zoom ${slowest.zoom}: p50 ${ms(percentile(slowest.times, 0.5))}`,
      ok: p95 <= GOAL_MS && !WHOLE ? undefined : p95 <= GOAL_MS,
    },
    {
      what: `The same in a browser, at zooms ${DRAGGED.join(', ')}, dragged ${PANS} times at each`,
      goal: `no task over ${GOAL_MS} ms`,
      reached: `longest task ${long.length > 0 ? ms(Math.max(...long)) : `under ${GOAL_MS} ms`} (${long.length} over)`,
      ok: long.length === 0 && !WHOLE ? undefined : long.length === 0,
    },
    {
      what: `Lists of ${(STANDS * DAYS).toLocaleString('en')} virtual tasks of one hypothesis, and of hypotheses: 60 % first page, 25 % one filter, 10 % two, 5 % search`,
      goal: `p95 ≤ ${GOAL_MS} ms at 100 a second`,
      reached: rates
        .map(
          ({ rate, p50, p95, failed, asked }) =>
            `${rate} a second: p50 ${ms(p50)}, p95 ${ms(p95)}, ${failed} of ${asked} failed`,
        )
        .join('; '),
      ok: held && !WHOLE ? undefined : held,
    },
  ];
};
export default audit;

/** Runs the product in its production form, on the database of this audit. */
async function withProduct<T>(work: (product: Product) => Promise<T>): Promise<T> {
  const products = new Products();
  try {
    const product = await products.server({
      DATA_DIR: dataDir,
      SEED_SCALE: '1',
      NODE_ENV: 'production',
      SEED: 'on',
      ACCESS_LOG: 'off',
      PORT: '0',
    });
    if (!product.url) throw new Error(`The server did not start: ${product.output()}`);
    return await work(product);
  } finally {
    await products.endAll();
  }
}

/** Fills the database, unless it is already filled. */
async function fill(): Promise<void> {
  await asOwner(dataDir, async (client) => {
    const { rowCount } = await client.query('select from hypotheses where name = $1', [HYPOTHESIS]);
    if (!rowCount) await fillStands(client, STANDS, DAYS);
  });
}

/** Returns the position with the most stands. */
async function densest(inspector: Client): Promise<{ latitude: number; longitude: number }> {
  const { items } = (
    await inspector.get<{
      items: { latitude: number; longitude: number; count: number }[];
    }>('/stand/map')
  ).body;
  return items.toSorted((a, b) => b.count - a.count)[0]!;
}

/** Returns the milliseconds of each task longer than 50 on the main thread, while the map is dragged. */
async function dragMap({ url }: Product): Promise<number[]> {
  const inspector = await signIn({ url }, 'inspector');
  const { latitude, longitude } = await densest(inspector);
  const browser = await chromium.launch(withDrawingProcess(config.use?.launchOptions));
  try {
    const context = await browser.newContext({ baseURL: url, viewport: { width: WIDTH, height: HEIGHT } });
    const [name = '', value = ''] = (inspector.cookie ?? '').split('=');
    await context.addCookies([{ name, value, url }]);
    const all: number[] = [];
    for (const zoom of DRAGGED) {
      const page = await context.newPage();
      await prepare(page);
      await page.goto(`/stands/map?latitude=${latitude}&longitude=${longitude}&zoom=${zoom}`);
      await page.locator('[data-map=open]').waitFor();
      await page.evaluate(() => watched.drawn());
      for (let i = 0; i < WARM_UP; i += 1) await pan(page, i);
      await page.evaluate(() => watched.long.splice(0));
      for (let i = 0; i < PANS; i += 1) await pan(page, i);
      const long = await page.evaluate(() => watched.long);
      console.log(`zoom ${zoom}: ${long.length} tasks over ${GOAL_MS} ms: ${long.join(', ')}`);
      all.push(...long);
      await page.close();
    }
    return all;
  } finally {
    await browser.close();
  }
}

async function askMap({ url }: Product): Promise<{ zoom: number; times: number[] }[]> {
  const inspector = await signIn({ url }, 'inspector');
  const { latitude, longitude } = await densest(inspector);
  const zooms = [];
  for (const zoom of ZOOMS) {
    const width = (360 * WIDTH) / 512 / 2 ** zoom;
    const height = (width * HEIGHT * Math.cos((latitude * Math.PI) / 180)) / WIDTH;
    const times: number[] = [];
    for (let part = 0; part < PARTS; part += 1) {
      const [x, y] = [
        longitude + ((part % 4) - 1.5) * width * 0.2,
        latitude + ((part % 3) - 1) * height * 0.2,
      ];
      const box = {
        west: Math.max(-180, x - width / 2),
        east: Math.min(180, x + width / 2),
        south: Math.max(-85, y - height / 2),
        north: Math.min(85, y + height / 2),
      };
      const begun = performance.now();
      const { status } = await inspector.get('/stand/map', { ...box, zoom });
      times.push(performance.now() - begun);
      if (status !== 200) throw new Error(`The map answered ${status}`);
    }
    zooms.push({ zoom, times });
  }
  return zooms;
}

interface Task {
  garbageType: { name: string };
  containerType: { name: string };
}

async function askLists({ url }: Product, rate: number) {
  const planner = await signIn({ url }, 'planner');
  const { hypothesisId, list } = await listOf(planner);
  const next = () =>
    Math.random() < 0.1
      ? '/api/v3/hypothesis/paging?page=0&count=10'
      : `${questionOf(list)}&hypothesisId=${hypothesisId}`;
  const { cookie = '' } = planner;
  await fire(url, cookie, { rate, seconds: Math.ceil(SECONDS / 6) }, next);
  const shots: Shot[] = await fire(url, cookie, { rate, seconds: SECONDS }, next);
  for (const { time, address } of shots.toSorted((a, b) => b.time - a.time).slice(0, 5))
    console.log(`${ms(time)} ${decodeURIComponent(address)}`);
  const times = shots.map(({ time }) => time);
  return {
    rate,
    asked: shots.length,
    failed: shots.filter(({ status }) => status !== 200).length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
  };
}

/** Returns the list of tasks, with values that rows have. */
async function listOf(planner: Client): Promise<{ hypothesisId: string; list: List }> {
  const { body: found } = await planner.get<{ list: { id: string }[] }>('/hypothesis/paging', {
    query: HYPOTHESIS,
  });
  const hypothesisId = found.list[0]!.id;
  const { body: hypothesis } = await planner.get<{
    vDays: { id: string; date: string }[];
  }>(`/hypothesis/${hypothesisId}`);
  const { body: tasks } = await planner.get<{ list: Task[] }>('/v-task-item/paging', {
    hypothesisId,
    count: 200,
  });
  const days = hypothesis.vDays;
  const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!;
  const orders = ['address', 'day', 'containerType', 'count', 'volume'].flatMap((name) => [
    `+${name}`,
    `-${name}`,
  ]);
  return {
    hypothesisId,
    list: {
      name: 'tasks',
      path: '/api/v3/v-task-item/paging',
      login: 'planner',
      order: '-address',
      orders,
      filters: {
        vDayIds: () => [pick(days).id],
        garbageTypes: () => [pick(tasks.list).garbageType.name],
        containerTypes: () => [pick(tasks.list).containerType.name],
        dateFrom: () => pick(days).date,
        dateTo: () => pick(days).date,
      },
      searches: Array.from({ length: 200 }, (_, n) => `д. ${n + 1}`).concat('Центральная', 'Школьная, д. 12'),
    },
  };
}
