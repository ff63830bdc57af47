/** The register of contracts against the same page written by hand: first row of a cold visit, next page. */
import type { BrowserContext, Page } from 'playwright';
import { median, type Figure } from './figures.ts';
import type { Ground } from './ground.ts';

interface Times {
  first: number;
  next: number;
}

const PAGES = { hand: '/hand/index.html', ours: '/contracts' } as const;
type Name = keyof typeof PAGES;
const TURNS = 3;
const SIZE = 10;

export async function measureList(ground: Ground, rounds: number): Promise<Figure[]> {
  const numbers = await expectedNumbers(ground);
  const times: Record<Name, Times[]> = { hand: [], ours: [] };
  const names = Object.keys(PAGES) as Name[];
  // The first round warms the server and is not counted; then each goes first in turn.
  for (let round = -1; round < rounds; round++)
    for (const name of round % 2 ? names : names.toReversed()) {
      const one = await measure(ground, PAGES[name], numbers);
      if (round >= 0) times[name].push(one);
    }
  console.log(`\nRegister of contracts, medians of ${rounds} rounds`);
  return (['first', 'next'] as const).map((step) => {
    const of = (name: Name) => median(times[name].map((one) => one[step]));
    const what = step === 'first' ? 'time to first row' : 'next page';
    console.log(
      `  ${what.padEnd(20)} by hand ${of('hand').toFixed(1)} ms   ours ${of('ours').toFixed(1)} ms   ` +
        `(${times.ours.map((one) => one[step].toFixed(0)).join(' ')} against ${times.hand.map((one) => one[step].toFixed(0)).join(' ')})`,
    );
    return {
      row: step === 'first' ? 'firstRow' : 'nextPage',
      what: `${what}, against a page written by hand`,
      reached: of('ours') / of('hand'),
      goal: 1.5,
      unit: '×',
    };
  });
}

/** The numbers of the first contract of each page. */
async function expectedNumbers({ client }: Ground): Promise<string[]> {
  const { body } = await client.get<{ list: { number: string }[] }>('/contract/paging', {
    page: 0,
    count: SIZE * (TURNS + 1),
    order: '+changeTime',
  });
  return body.list.filter((_, i) => i % SIZE === 0).map(({ number }) => number);
}

async function measure(ground: Ground, path: string, numbers: readonly string[]): Promise<Times> {
  const context: BrowserContext = await ground.context();
  try {
    const page = await context.newPage();
    await context.addInitScript(clock);
    await page.goto(`${ground.url}${path}`, { waitUntil: 'commit' });
    const first = await page.evaluate((number) => window.painted(number), numbers[0]!);
    const next: number[] = [];
    for (const number of numbers.slice(1)) {
      await page.waitForTimeout(150);
      const shown = page.evaluate(async (wanted) => {
        const pressed = new Promise<number>((resolve) =>
          document.addEventListener('click', (event) => resolve(event.timeStamp), {
            once: true,
            capture: true,
          }),
        );
        const since = await pressed;
        return (await window.painted(wanted)) - since;
      }, number);
      await page.getByRole('button', { name: 'Следующая страница' }).click();
      next.push(await shown);
    }
    return { first, next: median(next) };
  } finally {
    await context.close();
  }
}

/** Waits for rows, without a clock. */
export async function firstRow(page: Page): Promise<void> {
  await page.locator('tbody tr td').first().waitFor();
}

declare global {
  interface Window {
    /** When the frame is out in which the first row's first cell reads `text`. */
    painted(text: string): Promise<number>;
  }
}

/** Runs in the page before its own scripts; it may hold no function with a name, which tsx would wrap. */
function clock(): void {
  window.painted = async (text) => {
    while (document.querySelector('tbody tr td')?.textContent.trim() !== text)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', resolve);
      port1.start();
      port2.postMessage(0);
    });
    return performance.now();
  };
}
