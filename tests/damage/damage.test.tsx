// @vitest-environment happy-dom
/**
 * Whatever is wrong in a file, the checker reports it, and the rest of the project can be shown: no raw exception, no
 * blank page, no uncaught error. A damaged compiled screen affects no other.
 */
import { afterAll, describe, expect, it, vi } from 'vitest';
import { PRODUCTS } from './products.ts';
import { Stage } from './stage.tsx';
import { damageCompiled, damageFiles, type Outcome } from './tried.ts';

vi.mock('../../engine/views/chart/draw.ts', () => ({ draw: () => () => undefined }));

const SEED = Number(process.env.SEED ?? 20261122);
/** Number of damaged files of the product; a fourth as many compiled screens are damaged. */
const COUNT = Number(process.env.DAMAGED ?? 32);
const WHICH = process.env.PRODUCT ?? 'the product of specimens';

const product = PRODUCTS[WHICH as keyof typeof PRODUCTS]();
const stage = new Stage(product);
afterAll(() => stage.end());

/** Failures, by the beginning of their text. */
const CLASSES: [string, RegExp][] = [
  ['raw', /^raw exception/],
  ['nowhere', /^an error without a place/],
  ['blank', /^blank/],
  ['uncaught', /^(uncaught|rejection|console|lost)/],
];

function report(outcomes: readonly Outcome[]): string[] {
  for (const kind of new Set(outcomes.map((one) => one.kind))) {
    const own = outcomes.filter((one) => one.kind === kind);
    const count = (is: (one: Outcome) => boolean) => own.filter(is).length;
    console.log(
      `damaged ${kind}: ${own.length}, told ${count(({ told }) => told)}, stood ${count(({ stood }) => stood)}, ` +
        `broken ${count(({ broken }) => broken)}; ` +
        CLASSES.map(
          ([name, is]) => `${name} ${count(({ faults }) => faults.some((one) => is.test(one)))}`,
        ).join(', '),
    );
  }
  return outcomes.flatMap(({ what, faults }) => faults.map((fault) => `${what}\n   ${fault}`));
}

it('says so where nothing is left, not even the error page', async () => {
  const [id] = product.whole.screens.keys();
  const [shown] = await stage.show({ ...product.whole, screens: new Map(), entries: [] }, [id!]);
  expect(shown).toMatchObject({ faults: [], broken: true });
});

it('keeps the page below working when the frame of a dialog cannot be rendered', async () => {
  const [id, whole] = [...product.whole.screens].find(([, { dialog }]) => dialog)!;
  const screens = new Map(product.whole.screens).set(id, { ...whole, buttons: null as never });
  const [shown] = await stage.show({ ...product.whole, screens }, [id]);
  expect(shown).toMatchObject({ faults: [], broken: true });
});

it('keeps the page where the condition of its view cannot be evaluated', async () => {
  const [id, whole] = [...product.whole.screens].find(
    ([, { view, dialog }]) => view.type !== 'tabs' && !dialog,
  )!;
  const view = { ...whole.view, visibleWhen: { cel: 7 as never } };
  const screens = new Map(product.whole.screens).set(id, { ...whole, needsEvaluator: true, view });
  const [before] = await stage.show(product.whole, [id]);
  const [shown] = await stage.show({ ...product.whole, screens }, [id]);
  expect(shown).toMatchObject({ faults: [], broken: true, heading: before!.heading });
});

it('keeps the parts of a page next to a missing one', async () => {
  const [id, whole] = [...product.whole.screens].find(
    ([, { view, dialog }]) => view.type === 'stack' && view.items.length > 1 && !dialog,
  )!;
  const view = structuredClone(whole.view) as Extract<typeof whole.view, { type: 'stack' }>;
  delete (view.items[0] as { view?: unknown }).view;
  const screens = new Map(product.whole.screens).set(id, { ...whole, view });
  const [before] = await stage.show(product.whole, [id]);
  const [shown] = await stage.show({ ...product.whole, screens }, [id]);
  expect(shown).toMatchObject({ faults: [], broken: true, heading: before!.heading });
});

describe(`${WHICH}, seed ${SEED}`, () => {
  it('reports each damaged file, and shows what is left', { timeout: 1_500_000 }, async () => {
    expect(report(await damageFiles(stage, COUNT, SEED))).toEqual([]);
  });

  it('contains the errors of a damaged compiled screen', { timeout: 1_500_000 }, async () => {
    expect(report(await damageCompiled(stage, Math.ceil(COUNT / 4), SEED))).toEqual([]);
  });
});
