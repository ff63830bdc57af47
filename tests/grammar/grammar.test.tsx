// @vitest-environment jsdom
/**
 * Nothing is accepted and ignored: each property of the grammar is used by a screen of `specimen.ts`, and what the
 * compiler makes of it is read while the screens are used.
 */
import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { compileProject } from '../../engine/language/project.ts';
import type { LanguageSchema } from '../../engine/language/structure.ts';
import { fillDom } from '../dom.ts';
import { fakeSockets, lastSocket } from '../data/fakeSocket.ts';
import { sampleOf } from '../views/replies.ts';
import { answer, pressAll, start, visit } from './driver.tsx';
import { recorded } from './recorded.ts';
import { specimen } from './specimen.ts';
import { propertiesOf, usesOf, type Use } from '../../engine/tools/uses.ts';
import { Tracer } from './uses.ts';

/** Properties that only the compiler uses, and why. */
const COMPILED_AWAY: Record<string, string> = {
  'ScreenConfig.$schema': 'for editors',
  'ScreenConfig.language': 'version of the language; there is one',
  'ScreenConfig.returns': 'a type, by which what is picked and what is done with it are checked',
  'InputTypeObject.enum': 'a type, by which what is given is checked',
  'InputTypeObject.optional': 'a rule, by which what is given is checked',
  'InputTypeObject.of': 'a type, by which what is given is checked',
};
/** It has one possible value, and adds nothing to `targetFieldParamName`. */
const ONE_WORD = /^\w+Filter\.condition\.type$/;

const files = specimen();
const grammar = JSON.parse(files.language.screen) as LanguageSchema;
const project = compileProject(files);
const uses = usesOf(files, grammar);
const properties = propertiesOf(grammar);

it('is used by the specimens, which have no errors', () => {
  expect(project.diagnostics.filter(({ code }) => !code.startsWith('unused'))).toEqual([]);
  const used = new Set(uses.map(({ property }) => property));
  expect(properties.filter((property) => !used.has(property))).toEqual([]);
});

vi.mock('../../engine/views/chart/draw.ts', () => ({ draw: () => () => undefined }));

const ITEM = '00000000-0000-4000-8000-000000000001';
const item = (n: number, name: string, mode: string) => ({
  id: ITEM.replace(/1$/, String(n)),
  version: 1,
  name,
  count: n,
  mode,
  day: '2026-01-01',
  until: '2026-02-01',
});
const items = [item(1, '[a]', 'A'), item(2, '[p]', 'B'), item(3, '[q]', 'B')];
const node = (n: number, nodes: unknown) => ({
  id: `n${n}`,
  name: `[node ${n}]`,
  kind: n === 3 ? 'B' : 'A',
  nodes,
});

/** Replies that differ from a sample of their schema. */
const REPLIES: Record<string, unknown> = {
  itemPaging: { list: items, size: 30 },
  itemList: items,
  itemNone: [],
  partPaging: { list: items, size: 3 },
  itemFile: new Blob(['x'], { type: 'application/octet-stream' }),
  itemMoves: ['go', 'gone', 'new'].map((code) => ({ code, caption: `[${code}]` })),
  itemColumns: { columns: [] },
  itemForm: { form: { schema: {}, layout: [] } },
  nodeTree: [node(1, [node(2, [])]), node(3, null)],
  nodeChildren: [node(4, [])],
  renew: { login: 'anna', firstName: 'Anna', lastName: 'Shelf', permissions: ['READ_BOOKS', 'LEND_BOOKS'] },
  info: { version: '1', instanceName: 'Library', instanceType: 'TOWN', timeZone: 'Europe/Moscow' },
};
const REFUSAL = { code: 'refused', status: 400, title: 'no', type: '', message: 'no' };
const TABS = ['table', 'rows', 'actions', 'form', 'chosen', 'tree', 'wizard', 'widget'];
const PAGES = [
  ...TABS.map((tab) => `/all/${ITEM}/${tab}`),
  `/all-path/${ITEM}/${ITEM}`,
  `/all-parts/${ITEM}`,
  '/all-parts',
  '/all-open',
];

/** Opens and uses every screen; returns what was read meanwhile. */
async function use(): Promise<Set<string>> {
  fillDom();
  fakeSockets();
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  URL.createObjectURL = () => 'blob:';
  answer(project, ({ id, reply }) => {
    if (id === 'itemRefuse') return { status: 400, body: REFUSAL };
    const body = REPLIES[id] ?? (reply ? sampleOf(reply, project.catalogue.api.schemas) : {});
    return { status: 200, body };
  });
  const reads = new Set<string>();
  const screens = [...project.screens].map(
    ([id, one]) => [id, recorded(one, reads, `/screens/${id}`)] as const,
  );
  const entries = project.entries.map((one) => recorded(one, reads, `/entries/${one.id}`));
  window.history.replaceState(null, '', '/books');
  // Searching a part for expressions would count as reading it.
  const stop = await start({ ...project, screens: new Map(screens), entries }, { evaluator: true });
  for (const page of PAGES) {
    await pressAll(page);
    // Its rows follow a broadcast from the first page on.
    lastSocket().open();
  }
  await followSegments();
  await fillChecked();
  stop();
  return reads;
}

it('is read where the screens are used', { timeout: 300_000 }, async () => {
  // The DOM of the tests does not know all elements of browsers; React reports that, and the console nothing else.
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const reads = await use();
  expect(errors.mock.calls.filter(([told]) => !String(told).includes('unrecognized'))).toEqual([]);
  expect(unreadOf(reads)).toEqual(Object.keys(COMPILED_AWAY));
});

async function followSegments(): Promise<void> {
  await visit(`/all/${ITEM}?tab=inline&tags=x%252Cy,z`);
  expect(document.body.textContent).toContain('[tag]x,y');
  await visit(`/all-path/${ITEM}/${items[1]!.id}`);
  const crumbs = [...document.querySelectorAll('[data-part=breadcrumbs] li')];
  expect(crumbs.map(({ textContent }) => textContent)).toEqual(['[path]', '[a]', '[p]']);
  expect(crumbs[1]!.querySelector('a')!.getAttribute('href')).toBe(`/all-path/${ITEM}`);
}

/** Waits after input, until the server has checked the field. */
async function fillChecked(): Promise<void> {
  await visit(`/all/${ITEM}/chosen`);
  const fill = [...document.querySelectorAll('button')].find((one) => one.textContent === '[fill day]');
  await act(async () => fill!.click());
  await expect.poll(() => document.body.textContent).toContain('[day is taken]');
}

/** Properties that were never read. */
function unreadOf(reads: ReadonlySet<string>): string[] {
  const reached = new Set([...reads].flatMap(withAncestors));
  const tracer = new Tracer(project, files);
  const isRead = (one: Use): boolean => {
    const trace = tracer.trace(one);
    if (trace.length) return trace.some((pointer) => reached.has(pointer));
    if (one.schema.const !== undefined) return reached.has(`${tracer.partAt(one)}/type`);
    return uses.some((other) => isWithin(other, one) && isRead(other));
  };
  const unread = properties.filter(
    (property) => !uses.some((one) => one.property === property && isRead(one)),
  );
  return unread.filter((property) => !ONE_WORD.test(property));
}

/** Reading within a part counts as reading the part. */
function withAncestors(pointer: string): string[] {
  const above = pointer.slice(0, pointer.lastIndexOf('/'));
  return above ? [pointer, ...withAncestors(above)] : [pointer];
}

const isWithin = (one: Use, other: Use) =>
  one.file === other.file && one.pointer.startsWith(`${other.pointer}/`);
