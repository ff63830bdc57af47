/** The steps of each scene in one page, with a real mouse and keyboard; milliseconds, except `dropped` (frames). */
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright';

export type Steps = Record<string, number>;

interface Opened {
  page: Page;
  cdp: CDPSession;
}

/** Runs in a page of a browser without any data of the product. */
export async function inFreshPage<T>(browser: Browser, run: (opened: Opened) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable');
    await page.addInitScript({ path: join(import.meta.dirname, 'instruments.js') });
    return await run({ page, cdp });
  } finally {
    await context.close();
  }
}

export interface ListScene {
  url: string;
  /** The first row's code. */
  key: string;
  next: string;
  filter: string;
}

/** `codes`: the contents of the first row at first, on the next page, and after `q` was typed. */
export async function measureList({ page }: Opened, scene: ListScene, codes: string[]): Promise<Steps> {
  const [first, second, found] = codes.map((code) => cellSays(scene.key, [code]));
  await page.goto(scene.url, { waitUntil: 'commit' });
  const firstRow = await page.evaluate<number>(`bench.until(() => ${first})`);
  await rest(page, 1000);
  const next = await armed(page, 'click', second!, () => page.locator(scene.next).first().click());
  await rest(page, 300);
  await page.locator(scene.filter).first().click();
  await rest(page, 200);
  const filter = await armed(page, 'keydown', found!, () => page.keyboard.press('q'));
  return { firstRow, next, filter };
}

export interface RowsScene {
  url: string;
  key: string;
  sort: string;
  scroller: string;
}

export async function measureRows({ page, cdp }: Opened, scene: RowsScene, first: string, sorted: string[]) {
  const mount = await mounted(page, scene.url, cellSays(scene.key, [first]));
  await rest(page, 800);
  const sort = await armed(page, 'click', cellSays(scene.key, sorted), () =>
    page.locator(scene.sort).first().click(),
  );
  await rest(page, 300);
  let dropped = 0;
  const scroll = await busy(cdp, async () => {
    dropped = await page.evaluate<number>(`bench.scroll(${JSON.stringify(scene.scroller)}, 100, 400)`);
  });
  return { mount, sort, dropped, scroll: scroll.all / 100 };
}

export interface FormScene {
  url: string;
  field(i: number): string;
  submit: string;
  /** Matches one element for each invalid field. */
  error: string;
}

const KEYS = 60;

export async function measureForm({ page, cdp }: Opened, scene: FormScene, fields: number): Promise<Steps> {
  const quoted = (i: number) => JSON.stringify(scene.field(i));
  const mount = await mounted(page, scene.url, `bench.field(${quoted(0)}, ${quoted(fields - 1)})`);
  await rest(page, 500);
  const input = page.locator(scene.field(Math.floor(fields / 10) * 5)).first();
  await input.click();
  await rest(page, 400);
  await page.evaluate('bench.watchKeys()');
  const keys = await busy(cdp, async () => {
    for (let i = 0; i < KEYS; i++) {
      await page.keyboard.press('abcdefghij'[i % 10]!);
      await page.evaluate('bench.key');
      await rest(page, 25);
    }
    // Work that waits for a pause in typing counts too.
    await rest(page, 1000);
  });
  if ((await input.inputValue()).length !== KEYS) throw new Error('Not every key reached the field');
  const wrong = (fields * 2) / 5 - 1;
  const all = `bench.count(${JSON.stringify(scene.error)}) >= ${wrong}`;
  const submit = await armed(page, 'click', all, () => page.locator(scene.submit).first().click());
  const found = await page.locator(scene.error).count();
  if (found !== wrong) throw new Error(`${found} errors are shown, not ${wrong}`);
  return { mount, key: keys.script / KEYS, submit };
}

const cellSays = (selector: string, texts: string[]) =>
  `bench.cell(${JSON.stringify(selector)}, ${JSON.stringify(texts)})`;

const rest = (page: Page, milliseconds: number) => page.waitForTimeout(milliseconds);

async function armed(page: Page, type: string, test: string, act: () => Promise<void>): Promise<number> {
  await page.evaluate(`bench.arm('${type}', () => ${test})`);
  await act();
  return page.evaluate<number>('bench.armed');
}

async function mounted(page: Page, url: string, test: string): Promise<number> {
  await page.goto(url);
  await page.waitForFunction('window.__bench?.mount');
  await rest(page, 300);
  return page.evaluate<number>(
    `(() => { const since = performance.now(); __bench.mount(); return bench.until(() => ${test}).then((end) => end - since); })()`,
  );
}

/** Returns the milliseconds that the page's main thread worked, and the part of them spent in scripts. */
async function busy(cdp: CDPSession, act: () => Promise<void>): Promise<{ all: number; script: number }> {
  const read = async (name: string) => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find((one) => one.name === name)!.value * 1000;
  };
  const [all, script] = [await read('TaskDuration'), await read('ScriptDuration')];
  await act();
  return { all: (await read('TaskDuration')) - all, script: (await read('ScriptDuration')) - script };
}
