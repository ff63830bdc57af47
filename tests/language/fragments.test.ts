/** Views of fragments: what the rest of a screen reads of them, where their errors are reported, what is refused. */
import { describe, expect, it } from 'vitest';
import { readProject } from '../../engine/build/project.ts';
import { positionsOf } from '../../engine/language/positions.ts';
import { compileProject } from '../../engine/language/project.ts';

const file = (name: string, value: unknown) => ({ file: name, text: JSON.stringify(value, null, 2) });

/** The library with a screen of two tables from one fragment. */
function project(item: object, more: object[] = [], view?: object) {
  const library = readProject({ root: 'tests/foreign' });
  const stack = {
    type: 'stack',
    items: ['first', 'second'].map((name) => ({ view: { use: 'list', with: { name } } })),
  };
  const screen = {
    language: 1,
    id: 'twice',
    route: '/twice',
    title: 'books.title',
    access: ['READ_BOOKS', 'LEND_BOOKS'],
    menu: { group: 'shelves', order: 20, icon: 'list' },
    view: view ?? stack,
  };
  const fragment = {
    language: 1,
    fragment: 'list',
    kind: 'view',
    parameters: { name: 'string' },
    items: [item],
  };
  return compileProject({
    ...library,
    screens: [...library.screens, file('screens/twice.screen.json', screen)],
    fragments: [
      ...library.fragments,
      file('screens/list.fragment.json', fragment),
      ...more.map((one, i) => file(`screens/more${i}.fragment.json`, { language: 1, ...one })),
    ],
  });
}

const TABLE = {
  type: 'table',
  name: '${name}',
  labels: 'book',
  source: { operation: 'bookPaging' },
  columns: ['title'],
};
const diagnosed = ({ diagnostics }: ReturnType<typeof project>) =>
  diagnostics.map(({ code, file: where, pointer, message }) => ({ code, where, pointer, message }));

describe('a view of a fragment', () => {
  it('is a view like any other, each use with a separate place and name', () => {
    const whole = project(TABLE);
    expect(diagnosed(whole)).toEqual([]);
    const { view } = whole.screens.get('twice') as {
      view: { items: { view: { at: string; name: string } }[] };
    } & object;
    expect(view.items.map((one) => [one.view.at, one.view.name])).toEqual([
      ['/view/items/0/view', 'first'],
      ['/view/items/1/view', 'second'],
    ]);
    const positions = positionsOf(whole.screens.get('twice')!, whole.places.get('twice')!);
    expect(positions['/view/items/1/view']).toMatchObject({
      file: 'screens/list.fragment.json',
      pointer: '/items/0',
      via: expect.stringMatching(/^screens\/twice\.screen\.json:\d+$/),
    });
  });

  it('has its errors reported at its own line, with the place that uses it', () => {
    const [first] = diagnosed(project({ ...TABLE, columns: ['titel'] }));
    expect(first).toMatchObject({
      code: 'unknown-path',
      where: 'screens/list.fragment.json',
      pointer: '/items/0/columns/0/field',
    });
    expect(first!.message).toMatch(/did you mean “title”.*used in screens\/twice\.screen\.json:\d+:\d+/);
  });

  it('may use another for its own parts, and no third', () => {
    const nested = { type: 'stack', items: [{ view: { use: 'inner', with: { name: '${name}' } } }] };
    const inner = { fragment: 'inner', kind: 'view', parameters: { name: 'string' }, items: [TABLE] };
    expect(diagnosed(project(nested, [inner]))).toEqual([]);
    const deep = { ...inner, items: [{ type: 'stack', items: [{ view: { use: 'last' } }] }] };
    const last = { fragment: 'last', kind: 'view', items: [{ ...TABLE, name: 'last' }] };
    const faults = diagnosed(project(nested, [deep, last]));
    expect(faults.find(({ code }) => code === 'unknown-property')).toMatchObject({
      where: 'screens/more0.fragment.json',
      pointer: '/items/0/items/0/view',
    });
    const round = {
      ...inner,
      items: [{ type: 'stack', items: [{ view: { use: 'inner', with: { name: 'x' } } }] }],
    };
    expect(diagnosed(project(nested, [round])).some(({ code }) => code === 'unknown-property')).toBe(true);
  });

  it('is one view, is used in the place of a view, and not among the items of a layout', () => {
    const two = { fragment: 'two', kind: 'view', items: [TABLE, { ...TABLE, name: 'other' }] };
    const used = project(TABLE, [two], { use: 'two' });
    expect(diagnosed(used).map(({ code }) => code)).toContain('wrong-type');
    const inset = {
      fragment: 'inset',
      kind: 'layout',
      items: [{ view: { use: 'list', with: { name: 'x' } } }],
    };
    const form = { type: 'form', labels: 'book', submit: { call: 'bookSave' }, layout: [{ use: 'inset' }] };
    expect(
      diagnosed(project(TABLE, [inset], form)).find(({ code }) => code === 'unknown-property'),
    ).toMatchObject({
      where: 'screens/more0.fragment.json',
    });
  });
});
