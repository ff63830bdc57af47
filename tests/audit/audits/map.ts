/**
 * A map of 10,000 points: how soon it is shown, whether dragging it stays smooth, and whether memory stays constant.
 */
import { chromium, type CDPSession, type Page } from 'playwright';
import config from '../../../playwright.config.ts';
import { viewScreen } from '../../../stories/parts/screens.ts';
import { REPLIES } from '../../e2e/configs/replies.ts';
import { go, load } from '../../e2e/configs/samplePage.ts';
import { serveBuild } from '../../e2e/configs/serve.ts';
import type { Audit } from '../audit.ts';
import { run } from '../command.ts';
import { prepare, pan, withDrawingProcess } from '../map/browser.ts';
import type { Watched } from '../map/inPage.ts';

const POINTS = 10_000;
const PANS = 50;
/** Pans until the caches are full. */
const WARM_UP = 15;
const MOST_SHOWN = 2000;
const MOST_TASK = 50;
/** Megabytes by which the heap of a page differs after two collections without any work in between. */
const MOST_GROWTH = 3;

declare const watched: Watched;

interface Measured {
  shown: number;
  long: number[];
  before: number;
  after: number;
}

const audit: Audit = async (step) => {
  await step('build', () => run(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error']));
  const { shown, long, before, after } = await step('pans', measure);
  const longest = Math.max(0, ...long);
  const growth = after - before;
  return [
    {
      what: `A map of ${POINTS.toLocaleString('en')} points, from the address to the first marks`,
      goal: `at most ${MOST_SHOWN / 1000} s`,
      reached: `${(shown / 1000).toFixed(2)} s, rendered without a graphics card`,
      ok: shown <= MOST_SHOWN,
    },
    {
      what: `The same, dragged ${PANS} times`,
      goal: `no task over ${MOST_TASK} ms, memory flat`,
      reached: `longest task ${longest || `under ${MOST_TASK}`} ms (${long.length} over), heap ${before.toFixed(1)} → ${after.toFixed(1)} MB`,
      ok: longest <= MOST_TASK && growth <= MOST_GROWTH,
    },
  ];
};

async function measure(): Promise<Measured> {
  const served = await serveBuild();
  const browser = await chromium.launch(withDrawingProcess(config.use?.launchOptions));
  try {
    const page = await browser.newPage({ baseURL: served.url, viewport: { width: 1440, height: 900 } });
    await openEmpty(page);
    const shown = await showMap(page);
    const session = await page.context().newCDPSession(page);
    for (let i = 0; i < WARM_UP; i++) await pan(page, i);
    const before = await heap(session);
    await page.evaluate(() => watched.long.splice(0));
    for (let i = 0; i < PANS; i++) await pan(page, i);
    const long = await page.evaluate(() => watched.long);
    return { shown, long, before, after: await heap(session) };
  } finally {
    await browser.close();
    served.close();
  }
}

/** Opens the product at a screen without a map. */
async function openEmpty(page: Page): Promise<void> {
  await prepare(page);
  const body = {
    key: null,
    mapCenter: { latitude: 55.75, longitude: 37.6 },
    pickedMark: null,
    styleUrl: null,
  };
  const info = { operation: 'mapInfo', method: 'GET', path: '/mapInfo$', body, ofFrame: false, file: false };
  const layer = {
    id: 'places',
    kind: 'points',
    title: 'Places',
    label: 'name',
    tone: 'status',
    tones: { MISSED: { tone: 'danger', title: 'Missed' } },
  };
  const view = {
    type: 'widget' as const,
    at: '/view',
    widget: 'map',
    options: { layers: [layer] },
    inputs: {},
    on: {},
    operations: ['mapInfo'],
  };
  const error = { ...viewScreen({ view, generated: { places: POINTS } }), id: 'error' };
  await load(page, { language: 'ru', permissions: [] }, { screens: { error }, replies: [info, ...REPLIES] });
}

/**
 * Returns milliseconds from the navigation to the first marks on the map; its code is loaded from the server meanwhile.
 */
async function showMap(page: Page): Promise<number> {
  const began = await page.evaluate(() => performance.now());
  await go(page, '/error/404');
  return (await page.evaluate(() => watched.drawn())) - began;
}

/** Returns megabytes of the JavaScript heap, after a collection. */
async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

export default audit;
