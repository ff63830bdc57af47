/** `record` of tables and forms, `count: true` of a tab, and fragments of actions: short forms and their expansion. */
import { describe, expect, it } from 'vitest';
import { sampleProject } from '../../engine/build/sample.ts';
import type { CompiledForm, CompiledTable } from '../../engine/language/compiled.ts';
import { compileProject, type Project } from '../../engine/language/project.ts';

type Json = Record<string, unknown>;
const TEXTS = ['add', 'deleteConfirm', 'deleted', 'saved', 'due', 'list'];

/** The sample with loans of a book: a list in a tab of the book, and a page, or a dialog, of one loan. */
function loans(list: Json, card: Json, resource: Json = {}, fragments: Json[] = []): Project {
  const files = sampleProject();
  const [file] = files.api;
  const api = JSON.parse(file!.text) as { 'x-resources': Json; components: { schemas: Json } };
  const loan = { ...(api['x-resources']['loan'] as Json), parent: 'bookId', verbs: undefined, ...resource };
  const save = { live: { broadcast: 'loan' }, permissions: undefined };
  const shared = { permissions: { read: ['READ'], write: ['WRITE'] } };
  const members = { id: 'string', title: 'string', bookId: 'string' };
  const properties = Object.fromEntries(Object.entries(members).map(([name, type]) => [name, { type }]));
  api.components.schemas['LoanSave'] = {
    type: 'object',
    additionalProperties: false,
    properties,
    required: ['title', 'bookId'],
  };
  const text = JSON.stringify({
    ...api,
    'x-resource-defaults': shared,
    'x-resources': { loan: { ...loan, ...save } },
  });
  const screen = (id: string, rest: Json) => ({
    file: `screens/${id}.screen.json`,
    text: JSON.stringify({ language: 1, id, title: 'loan.list', ...rest }, null, 1),
  });
  const own = Object.fromEntries(TEXTS.map((name) => [`loan.${name}`, name]));
  const texts = { ...own, 'engine.record.edit': 'Edit', 'engine.record.delete': 'Delete' };
  return compileProject({
    ...files,
    api: [{ file: file!.file, text }],
    locales: [
      ...files.locales,
      ...['ru', 'en'].map((name) => ({ file: `locales/${name}/loan.json`, text: JSON.stringify(texts) })),
    ],
    fragments: [
      ...files.fragments,
      ...fragments.map((one) => ({
        file: `screens/${String(one['fragment'])}.fragment.json`,
        text: JSON.stringify({ language: 1, ...one }),
      })),
    ],
    screens: [
      ...files.screens,
      screen('book.loans', { parent: 'book', route: 'loans', ...list }),
      screen('loan', card),
    ],
  });
}

const reported = ({ diagnostics }: Project) =>
  diagnostics
    .filter(({ severity }) => severity === 'error')
    .map((d) => `${d.code} ${d.received} ${d.pointer}`);
const PAGE = {
  parent: 'book.loans',
  route: '/books/:bookId/loans/:loanId',
  view: { type: 'form', record: 'loan', layout: [{ field: 'title', label: 'loan.due' }] },
};
const table = (record: unknown, more: Json = {}) => ({
  tab: { order: 2, count: true },
  view: { type: 'table', record, columns: [{ field: 'title', label: 'loan.due' }], ...more },
});
const viewOf = (project: Project) => project.screens.get('book.loans')!.view as CompiledTable;

describe('a table that names its record', () => {
  it('requests by the record of the page above it, follows its changes, links to one, creates and deletes one', () => {
    const project = loans(table({ name: 'loan', screen: 'loan', editableWhen: "route.bookId != ''" }), PAGE);
    expect(reported(project)).toEqual([]);
    const view = viewOf(project);
    expect(view.source).toMatchObject({
      operation: 'loanPaging',
      with: { bookId: { path: ['route', 'bookId'] } },
      live: [{ broadcast: 'loan', mode: 'refetch', index: { path: ['route', 'bookId'] } }],
    });
    expect(view.onRow[0]!.do).toMatchObject({ screen: 'loan', with: { loanId: { path: ['row', 'id'] } } });
    expect(view.toolbar).toMatchObject([{ screen: 'loan', create: true, label: { key: 'loan.add' } }]);
    expect(view.rowActions).toMatchObject([
      { operation: 'loanDelete', label: { key: 'engine.record.delete' } },
    ]);
    expect([view.toolbar, view.rowActions].every(([one]) => one!.visibleWhen)).toBe(true);
    const index = { path: ['route', 'bookId'] };
    expect(project.screens.get('book')!.tabCounts!['book.loans']).toMatchObject({
      call: { operation: 'loanPaging', with: { bookId: index } },
      live: [{ broadcast: 'loan', mode: 'refetch', index }],
    });
  });

  it('offers the actions of the record that its author selects, after those that the author wrote', () => {
    const own = { refresh: true, label: 'loan.due' };
    const record = { name: 'loan', screen: 'loan', actions: ['edit', 'delete'] };
    const view = viewOf(
      loans(table(record, { rowActions: [own], toolbar: [own] }), PAGE, { verbs: undefined }),
    );
    expect(view.rowActions.map(({ type }) => type)).toEqual(['refresh', 'navigate', 'call']);
    expect([view.toolbar.map(({ type }) => type), view.onRow]).toEqual([['refresh'], []]);
    const shy = viewOf(loans(table({ name: 'loan', screen: 'loan' }), PAGE, { verbs: ['paging', 'get'] }));
    expect([shy.toolbar, shy.rowActions]).toEqual([[], []]);
  });

  it('opens a dialog with its required input, and the form there loads, saves and closes', () => {
    const input = { bookId: 'string', loanId: { type: 'string', optional: true } };
    const { view: form } = PAGE;
    const project = loans(table({ name: 'loan', screen: 'loan' }), { dialog: {}, input, view: form });
    expect(reported(project)).toEqual([]);
    const [add] = viewOf(project).toolbar;
    expect(add).toMatchObject({ type: 'open', with: { bookId: { path: ['route', 'bookId'] } } });
    expect(project.screens.get('loan')!.view as CompiledForm).toMatchObject({
      load: { operation: 'loanGet', with: { loanId: { path: ['input', 'loanId'] } } },
      submit: { operation: 'loanSave', success: { key: 'loan.saved' }, then: [{ type: 'close' }] },
    });
  });

  it('reports a wrong name at its place, and consequences of a valid one where that is written', () => {
    expect(reported(loans(table({ name: 'laon', screen: 'loan' }), PAGE))).toContain(
      'unknown-resource laon /view/record/name',
    );
    expect(reported(loans(table({ name: 'loan', screen: 'laon' }), PAGE))).toEqual([
      'unknown-screen laon /view/record/screen',
    ]);
    const { diagnostics } = loans(table({ name: 'loan', screen: 'loan', texts: 'lend' }), PAGE);
    const missing = diagnostics.filter(({ code }) => code === 'missing-key');
    expect(missing.map(({ received }) => received)).toEqual(
      expect.arrayContaining(['lend.add', 'lend.deleteConfirm', 'lend.deleted']),
    );
    expect(new Set(missing.map(({ pointer }) => pointer))).toEqual(new Set(['/view/record/texts']));
    const labelled = loans(table({ name: 'loan', screen: 'loan' }, { labels: 'lend' }), PAGE);
    expect(new Set(reported(labelled).map((text) => text.split(' ').at(-1)))).toEqual(
      new Set(['/view/labels']),
    );
    expect(reported(loans({ ...table('loan'), view: { type: 'stack', items: [] } }, PAGE))).toContain(
      'wrong-type true /tab/count',
    );
  });
});

describe('fragments', () => {
  const drop = { use: 'drop', with: { record: 'loan' } };
  const call = { call: '${record}Delete', with: { '${record}Id': { expr: 'row.id' } }, label: 'loan.due' };
  const fragment = { fragment: 'drop', kind: 'actions', parameters: { record: 'string' }, items: [call] };

  it('contain actions, and fill in names of properties', () => {
    const project = loans(table('loan', { rowActions: [drop] }), PAGE, {}, [fragment]);
    expect(reported(project)).toEqual([]);
    expect(viewOf(project).rowActions).toMatchObject([
      { operation: 'loanDelete', with: { loanId: { path: ['row', 'id'] } } },
    ]);
  });

  it('contain another, which contains no third', () => {
    const outer = (fragment: string, use: string) => ({
      fragment,
      kind: 'actions',
      parameters: { record: 'string' },
      items: [{ use, with: { record: '${record}' } }],
    });
    const use = (name: string) => table('loan', { rowActions: [{ ...drop, use: name }] });
    const two = [fragment, outer('twice', 'drop')];
    expect(reported(loans(use('twice'), PAGE, {}, two))).toEqual([]);
    expect(reported(loans(use('thrice'), PAGE, {}, [...two, outer('thrice', 'twice')]))).toEqual([
      'unknown-property use /items/0',
    ]);
  });
});
