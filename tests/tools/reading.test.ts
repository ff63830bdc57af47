/** Output of the tools about a project: what a node is, who is affected by a change, who may open what. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sampleProject } from '../../engine/build/sample.ts';
import { loadProject } from '../../engine/build/project.ts';
import { decide } from '../../engine/access/guard.ts';
import { compileProject } from '../../engine/language/project.ts';
import { parseFile } from '../../engine/language/source.ts';
import { accessTable } from '../../engine/tools/access.ts';
import { explain, RULES } from '../../engine/tools/explain.ts';
import { impactOf, namesOf, type Kind } from '../../engine/tools/impact.ts';
import { accounts } from '../../server/seed/accounts.ts';

const files = sampleProject();
const sample = compileProject(files);

describe('explain', () => {
  const source = parseFile(files.screens[0]!);
  const of = (pointer: string) => explain(sample, source, pointer)!;

  it('shows what a node is, by which rule, and what it may contain', () => {
    const column = of('/view/columns/0');
    expect(column).toMatchObject({ what: 'Column', rule: 4, value: { field: 'title', sort: 'title' } });
    expect(column.meaning).toContain('label is PREFIX.FIELD');
    const field = column.holds.find(({ name }) => name === 'field')!;
    expect(field).toEqual({
      name: 'field',
      type: 'a path',
      required: false,
      there: true,
      meaning: 'Path in the row',
    });
    expect(column.holds.find(({ name }) => name === 'align')).toMatchObject({
      type: '"start" | "center" | "end"',
      there: false,
    });
  });

  it('shows what a name refers to', () => {
    expect(of('/view/source/operation')).toMatchObject({
      rule: 3,
      named: 'GET /api/book/paging:  (READ)',
    });
    expect(of('/title').named).toBe('en "Books", ru "Books"');
    expect(of('/view/onRow/navigate').named).toBe('screens/book.screen.json');
  });

  it.each([
    ['', 1],
    ['/route', 1],
    ['/language', 10],
    ['/view', 2],
    ['/view/rowActions/0', 7],
    ['/view/rowActions/0/enabledWhen', 6],
    ['/view/rowActions/0/with/title', 6],
    ['/view/filters/0', 4],
    ['/access/0', 4],
  ])('finds the rule of %s', (pointer, rule) => expect(of(pointer).rule).toBe(rule));

  it('explains the nearest ancestor of a pointer that does not exist', () => {
    expect(of('/view/columns/0/colour/deep')).toMatchObject({ pointer: '/view/columns/0', what: 'Column' });
  });

  it('has the same rules as the language', () => {
    const page = readFileSync('docs/screen-language.md', 'utf8');
    for (const [number, text] of Object.entries(RULES)) expect(page).toContain(`${number}. **${text}`);
  });

  it('knows every node of every screen of the product', () => {
    const project = loadProject({ root: '.' });
    const nameless = [...project.catalogue.screens.values()].flatMap(({ source: one }) => {
      const view = explain(project, one, '/view')!;
      return view.holds.length && /(View|FragmentUse)$/.test(view.what) ? [] : [one.file];
    });
    expect(nameless).toEqual([]);
  });
});

describe('impact', () => {
  const of = (kind: Kind, name: string) =>
    impactOf(sample, parseFile(files.app), kind, name).map(({ what, how }) => `${what} ${how}`);

  it('lists the users of an operation, and the calls that make it stale', () => {
    expect(of('operation', 'bookGet')).toEqual([
      'screen book names it at /records/book/operation',
      'operation bookSave makes its reply stale',
    ]);
  });

  it('lists indirect uses: enum values by the type, texts by a prefix, access rules by inheritance', () => {
    expect(of('dictionary', 'genres')).toEqual([
      'screen books names it at /view/filters/0/dictionary',
      'operation dictionaryGenres gives its words',
    ]);
    expect(of('key', 'book.year')).toEqual([
      'screen books shows it',
      'screen book shows it',
      'screen book.info shows it',
    ]);
    expect(of('permission', 'READ')).toContain('screen book.info admits by it');
    expect(of('permission', 'WRITE')).toContain('operation bookSave asks for it');
  });

  it('lists conditions that read a permission', () => {
    const changed = sampleProject();
    changed.screens[0]!.text = changed.screens[0]!.text.replace(
      `"row.status == 'FREE'"`,
      `"'WRITE' in account.permissions"`,
    );
    const found = impactOf(compileProject(changed), parseFile(changed.app), 'permission', 'WRITE');
    expect(found[0]).toMatchObject({
      what: 'screen books',
      at: expect.stringMatching(/^screens\/books\S+:\d+$/),
    });
    expect(found[0]!.how).toContain('/view/rowActions/0/enabledWhen');
  });

  it('knows the names of each kind', () => {
    expect(namesOf(sample, 'operation')).toContain('bookPaging');
    expect(namesOf(sample, 'dictionary')).toEqual(['genres']);
    expect(namesOf(sample, 'permission')).toEqual(['READ', 'WRITE', 'LEND']);
    expect(namesOf(sample, 'key')).toContain('book.title');
  });
});

describe('the table of access', () => {
  it('lists for every route and account what the guard decides', () => {
    const { entries } = loadProject({ root: '.' });
    const rows = accessTable(entries, accounts);
    const wrong = entries.flatMap((entry) =>
      entry.routes.flatMap((route) => {
        const row = rows.find(({ path, screen }) => path === route.path && screen === entry.id)!;
        return accounts
          .filter(({ login, instanceType, permissions }) => {
            const system = { instanceName: '', instanceType };
            const account = { login, permissions: [...permissions] };
            const session = { status: 'in' as const, account, system, properties: {}, expired: false };
            return (decide(entry, route, entries, session) === 'in') !== row.enter.includes(login);
          })
          .map(({ login }) => `${login} ${route.path}`);
      }),
    );
    expect(wrong).toEqual([]);
    expect(rows.some(({ enter }) => enter.length > 0 && enter.length < accounts.length)).toBe(true);
  });
});
