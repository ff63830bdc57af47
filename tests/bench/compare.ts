/**
 * Each scene of the product against the same hand-written page, alternating and in fresh pages; medians of the rounds.
 */
import { chromium, type Browser } from 'playwright';
import config from '../../playwright.config.ts';
import { median, type Figure } from './figures.ts';
import { inFreshPage, measureForm, measureList, measureRows, type Steps } from './measure.ts';
import { FORMS } from './product.ts';
import { makeRows, makeWide, pageOf, type Contract } from './scenes.ts';

type Name = 'ours' | 'hand';
const NAMES: Name[] = ['hand', 'ours'];
/** Debounce of the product before it sends a filter, in milliseconds. */
const PAUSE = 150;

interface Scene {
  row: string;
  what: string;
  run(browser: Browser, name: Name, url: string): Promise<Steps>;
  /** Ratio to reach, by step; `dropped` is a number of frames. */
  goals: Steps;
}

const OURS = {
  row: '[data-part=rows] tbody tr[data-index] td',
  form: (i: number) => `form [id$="f${i}"]:is(input, select, button)`,
};

const rows = makeRows();
const codes = [rows[0]!, rows[100]!, pageOf(rows, { query: 'q' }).list[0]!].map(({ code }) => code);
const ends = (list: readonly Contract[]) =>
  ['+amount', '-amount'].map((order) => pageOf(list, { order }).list[0]!.code);
const wide = makeWide().map((row) => Number(row.c30));

const list: Scene = {
  row: 'list',
  what: 'list of 100 rows a page',
  goals: { firstRow: 1.6, next: 1.4, filter: 1.3 },
  run: (browser, name, url) =>
    inFreshPage(browser, async (opened) => {
      const scene =
        name === 'hand'
          ? { url: `${url}/limit/L1.html`, key: 'tr[data-row] td', next: '#next', filter: '#query' }
          : {
              url: `${url}/contracts`,
              key: OURS.row,
              next: '[data-part=pager] button[aria-label="Next page"]',
              filter: 'input[type=search]',
            };
      const steps = await measureList(opened, scene, codes);
      return name === 'hand' ? steps : { ...steps, filter: steps.filter! - PAUSE };
    }),
};

const table = (
  row: string,
  what: string,
  path: string,
  column: string,
  first: string,
  sorted: string[],
): Scene => ({
  row,
  what,
  goals: { mount: 1.6, sort: 1.4, dropped: 0, scroll: 1.2 },
  run: (browser, name, url) =>
    inFreshPage(browser, (opened) =>
      measureRows(
        opened,
        name === 'hand'
          ? {
              url: `${url}/limit/L2.html${path === 'wide' ? '?wide' : ''}`,
              key: 'tr[data-row] td',
              sort: `th[data-col=${column}]`,
              scroller: '.scroller',
            }
          : {
              url: `${url}/${path}`,
              key: OURS.row,
              sort: `th[data-column=${column}] button`,
              scroller: '[data-part=rows]',
            },
        first,
        sorted,
      ),
    ),
});

const form = (id: keyof typeof FORMS, mount: number, submit: number): Scene => ({
  row: id,
  what: `form of ${FORMS[id]} fields`,
  goals: { mount, key: 1, submit },
  run: (browser, name, url) =>
    inFreshPage(browser, (opened) =>
      measureForm(
        opened,
        name === 'hand'
          ? {
              url: `${url}/limit/F.html?n=${FORMS[id]}`,
              field: (i) => `#f${i}`,
              submit: '#submit',
              error: '.err',
            }
          : {
              url: `${url}/start?form=${id}`,
              field: OURS.form,
              submit: 'form button[type=submit]',
              error: 'form p[id$="-error"]',
            },
        FORMS[id],
      ),
    ),
});

const SCENES: Scene[] = [
  list,
  table('rows', '10,000 rows', 'rows', 'amount', rows[0]!.code, ends(rows)),
  table(
    'wide',
    '60 columns, 2,000 rows',
    'wide',
    'c0',
    '0',
    [Math.min(...wide), Math.max(...wide)].map(String),
  ),
  form('f1', 1, 1.3),
  form('f2', 0.6, 1.2),
];

const WORDS: Record<string, string> = {
  firstRow: 'first row',
  next: 'next page',
  filter: 'filter, the pause apart',
  key: 'script time a keystroke',
  submit: 'submit with errors',
  scroll: 'work a step of scrolling',
  dropped: 'frames dropped of 100',
};

export async function compare(url: string, rounds: number, only?: string): Promise<Figure[]> {
  const browser = await chromium.launch(config.use?.launchOptions);
  const figures: Figure[] = [];
  try {
    for (const scene of SCENES.filter(({ row }) => !only || only.split('+').includes(row))) {
      const runs: Record<Name, Steps[]> = { ours: [], hand: [] };
      // The first round warms up the server and is not counted; then the order alternates.
      for (let round = -1; round < rounds; round++)
        for (const name of round % 2 ? NAMES : NAMES.toReversed()) {
          const steps = await scene.run(browser, name, url);
          if (round >= 0) runs[name].push(steps);
        }
      figures.push(...figuresOf(scene, runs));
    }
  } finally {
    await browser.close();
  }
  return figures;
}

function figuresOf({ row, what, goals }: Scene, runs: Record<Name, Steps[]>): Figure[] {
  console.log(`\n${what}, medians of ${runs.ours.length} rounds`);
  return Object.entries(goals).map(([step, goal]) => {
    const of = (name: Name) => median(runs[name].map((steps) => steps[step]!));
    const [ours, hand] = [of('ours'), of('hand')];
    console.log(`  ${(WORDS[step] ?? step).padEnd(26)} by hand ${hand.toFixed(2)}   ours ${ours.toFixed(2)}`);
    const counted = step === 'dropped';
    return {
      row,
      what: `${what}: ${WORDS[step] ?? step}`,
      reached: counted ? ours : ours / hand,
      goal: counted ? Math.max(goal, hand) : goal,
      unit: counted ? 'frames' : '×',
    };
  });
}
