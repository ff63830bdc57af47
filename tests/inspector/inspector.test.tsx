// @vitest-environment happy-dom
/**
 * The inspector finds the parts of a screen by React's internal data, and lists the rules with the values that they
 * read.
 */
import { cleanup, render, screen as dom } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElement, type ReactNode } from 'react';
import { find, type Part } from '../../engine/inspector/find.ts';
import { readsOf, rulesOf, shownBy, stateOf } from '../../engine/inspector/rules.ts';
import { kindOf, nameOf } from '../../engine/inspector/words.ts';
import type { CompiledScreen } from '../../engine/language/compiled.ts';
import { loadEvaluator } from '../../engine/language/evaluate.ts';
import { createPage, PageContext } from '../../engine/page/page.ts';
import { engine, renewEngine } from '../engine.ts';

const column = {
  id: 'sum',
  align: 'end',
  label: { const: 'Sum' },
  content: [{ do: { cell: 'money', options: {}, paths: [['sum']] } }],
  visibleWhen: { cel: "system.type == 'CITY' && size(route.id) > 0" },
};
const action = {
  type: 'call',
  operation: 'close',
  tone: 'default',
  then: [],
  at: '/view/rowActions/0',
  access: ['CLOSE'],
  enabledWhen: { path: ['row', 'open'] },
};
const operation = {
  id: 'list',
  method: 'GET',
  path: '/list/{id}',
  parameters: { id: { in: 'path', required: true } },
  permissions: [],
  reply: 'page',
  changes: [],
};
const view = {
  type: 'table',
  at: '/view',
  columns: [column],
  rowActions: [action],
  source: { operation: 'list', with: { id: { path: ['route', 'id'] } }, live: [] },
};
const books = {
  language: 1,
  id: 'books',
  file: 'screens/books.screen.json',
  view,
  input: {},
  query: {},
  state: {},
  records: {},
  operations: { list: operation },
} as unknown as CompiledScreen;

const facts = { system: { type: 'CITY' } };
const Cell = (_: { column: object; row: object }) => <td>1,5</td>;
const View = ({ children }: { view: object; children: ReactNode }) => <section>{children}</section>;

function show(params: Record<string, string>) {
  const page = createPage({ engine, screen: books, params, facts });
  const cell = createElement(Cell, { column, row: { sum: 1.5, open: false } });
  const table = (
    <table>
      <tbody>
        <tr>{cell}</tr>
      </tbody>
    </table>
  );
  cleanup();
  render(
    <PageContext value={page}>
      <View view={view}>{table}</View>
    </PageContext>,
  );
  return find(dom.getByText('1,5'))!;
}
const state = (found: ReturnType<typeof show>, part: object) =>
  stateOf(rulesOf(engine, { pointer: '', part: part as Part }, found.scope, books.operations));

beforeAll(() => loadEvaluator());
beforeEach(() => void renewEngine());
afterEach(cleanup);

describe('the inspector', () => {
  it('finds the parts around an element, nearest first, with the row that they read', () => {
    const found = show({ id: 'a' });
    expect(found.parts.map(({ pointer, part }) => [pointer, kindOf(part)])).toEqual([
      ['/view/columns/0', 'column'],
      ['/view', 'table'],
      ['', 'screen'],
    ]);
    expect(nameOf(engine.i18n, found.parts[0]!.part)).toBe('sum');
    expect(shownBy(found.parts[0]!, found.scope)).toEqual([{ path: 'row.sum', value: 1.5 }]);
    expect(find(document.body)).toBeUndefined();
  });

  it('shows for each rule what it read: hidden, disabled, forbidden, not requested', () => {
    const found = show({ id: '' });
    const [rule] = rulesOf(engine, found.parts[0]!, found.scope, {});
    expect(rule).toMatchObject({ name: 'visibleWhen', holds: false, text: column.visibleWhen.cel });
    expect(rule!.reads).toEqual([
      { path: 'system.type', value: 'CITY' },
      { path: 'route.id', value: '' },
    ]);
    expect(state(found, column)).toBe('hidden');
    engine.session.set({
      status: 'in',
      account: { login: 'a', permissions: [] },
      properties: {},
      expired: false,
    });
    expect(state(found, action)).toBe('forbidden');
    engine.session.set({
      status: 'in',
      account: { login: 'a', permissions: ['CLOSE'] },
      properties: {},
      expired: false,
    });
    expect(state(found, action)).toBe('disabled');
    expect(state(found, view)).toBe('notAsked');
    expect(state(show({ id: 'a' }), view)).toBe('shown');
    const { row: _, ...scope } = found.scope;
    expect(stateOf(rulesOf(engine, { pointer: '', part: action as unknown as Part }, scope, {}))).toBe(
      'open',
    );
  });

  it('shows the request of an empty list, and the error of a failed one', () => {
    const body = (source: object) => {
      const Body = (_: { view: object; source: object }) => <p>nothing</p>;
      cleanup();
      render(
        <PageContext value={createPage({ engine, screen: books, params: { id: 'a' }, facts })}>
          <Body view={view} source={{ rows: [], total: 0, loading: false, ...source }} />
        </PageContext>,
      );
      const found = find(dom.getByText('nothing'))!;
      return rulesOf(
        engine,
        found.parts.find(({ part }) => part === (view as object))!,
        found.scope,
        books.operations,
      );
    };
    const empty = body({ args: { id: 'a', name: 'z' } });
    expect(stateOf(empty)).toBe('empty');
    expect(empty.at(-1)!.reads).toEqual([
      { path: 'rows', value: 0 },
      { path: 'id', value: 'a' },
      { path: 'name', value: 'z' },
    ]);
    const failed = body({ error: { status: 500, message: 'Broken' } });
    expect([stateOf(failed), failed.at(-1)!.text]).toEqual(['failed', '500 Broken']);
    expect(stateOf(body({ rows: [{}], total: 1 }))).toBe('shown');
  });

  it('reads member chains, not texts, literals or functions', () => {
    const scope = { row: { name: 'row.id', tags: ['a'] }, filters: {} };
    const cel = "row.name == 'row.id' && row.tags.exists(t, t == 'a') && !has(row.gone.far) && true";
    expect(readsOf({ cel }, scope).map(({ path }) => path)).toEqual(['row.name', 'row.tags', 'row.gone.far']);
  });
});
