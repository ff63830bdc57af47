/** The rules of docs/screen-language.md, each checked on the sample project or on the product itself. */
import { describe, expect, it } from 'vitest';
import { sampleProject } from '../../engine/build/sample.ts';
import { loadProject } from '../../engine/build/project.ts';
import type { CompiledForm, CompiledTable } from '../../engine/language/compiled.ts';
import { compileProject, type Project, type ProjectFiles } from '../../engine/language/project.ts';

type Json = Record<string, unknown>;

/** The sample with one screen changed, or a new one added. */
function withScreen(id: string, change: (screen: Json) => Json): Project {
  const files = sampleProject();
  const known = files.screens.find((f) => f.file === `screens/${id}.screen.json`);
  const text = JSON.stringify(
    change(known ? (JSON.parse(known.text) as Json) : { language: 1, id }),
    null,
    2,
  );
  const file = { file: `screens/${id}.screen.json`, text };
  const screens = [...files.screens.filter((f) => f !== known), file];
  return compileProject({ ...files, screens } satisfies ProjectFiles);
}

const errors = (project: Project) =>
  project.diagnostics.filter((d) => d.severity === 'error').map((d) => d.code);
const entry = (project: Project, id: string) => project.entries.find((e) => e.id === id)!;

describe('rule 1: one file, one screen', () => {
  const project = withScreen('book.year', (screen) => ({
    ...screen,
    parent: 'book',
    route: 'year',
    title: 'book.year',
    tab: { order: 2 },
    view: { type: 'details', of: 'book', labels: 'book', fields: ['year'] },
  }));

  it('one file adds the tab, its route and its access rule', () => {
    expect(errors(project)).toEqual([]);
    const added = entry(project, 'book.year');
    expect(added.routes.map((r) => r.path)).toEqual(['/books/:bookId/year']);
    expect(added.routes[0]!.access).toEqual(['READ']);
    expect(added.tab).toMatchObject({ order: 2, label: { key: 'book.year' } });
  });

  it('no screen is proposed as its own parent', () => {
    const { diagnostics } = withScreen('books', (screen) => ({ ...screen, parent: 'boks' }));
    expect(diagnostics.find(({ code }) => code === 'unknown-screen')?.near).toBe('book');
  });

  it('a prefix of no key is reported where every item has its own label', () => {
    const view = {
      type: 'details',
      of: 'book',
      labels: 'boks',
      fields: [{ field: 'year', label: 'book.year' }],
    };
    const { diagnostics } = withScreen('book.year', (screen) => ({
      ...screen,
      parent: 'book',
      route: 'year',
      title: 'book.year',
      tab: { order: 2 },
      view,
    }));
    expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toContain(
      'missing-key /view/labels',
    );
  });

  it('the first tab is at the address of its page', () => {
    expect(entry(project, 'book.info').routes[0]!.path).toBe('/books/:bookId');
  });
});

describe('rule 4: typed against the API', () => {
  it('the cell follows from the type', () => {
    const table = compileProject(sampleProject()).screens.get('books')!.view as CompiledTable;
    const cells = table.columns.map((c) => c.content[0]!.do.cell);
    expect(cells).toEqual(['text', 'number', 'classifier']);
  });

  it('a row expansion reads the row, and has neither a name nor unsaved changes', () => {
    const withBelow = (below: Json) =>
      withScreen('books', (screen) => ({ ...screen, view: { ...(screen['view'] as Json), below } }));
    const details = { type: 'details', labels: 'book', fields: ['year'] };
    expect(errors(withBelow(details))).toEqual([]);
    const wrong = withBelow({
      type: 'stack',
      items: [{ view: { ...details, name: 'more', fields: ['pages'] } }, { view: { type: 'tabs' } }],
    });
    const found = wrong.diagnostics.filter(({ severity }) => severity === 'error');
    expect(found.map(({ code, received }) => [code, received])).toMatchInlineSnapshot(`
      [
        [
          "wrong-type",
          "the name of a view below a row",
        ],
        [
          "wrong-type",
          "tabs below a row",
        ],
        [
          "missing-key",
          "book.pages",
        ],
        [
          "unknown-path",
          "pages",
        ],
      ]
    `);
  });

  it('a column is sorted by a field that the operation can sort by', () => {
    const table = compileProject(sampleProject()).screens.get('books')!.view as CompiledTable;
    expect(table.columns.map((c) => c.sort)).toEqual(['title', 'year', undefined]);
  });
});

describe('rule 5: named scopes only', () => {
  it('row is not known to the source of a table', () => {
    const project = withScreen('books', (s) => ({
      ...s,
      view: { ...(s.view as Json), source: { operation: 'bookPaging', when: "row.title == 'a'" } },
    }));
    expect(errors(project)).toContain('unavailable-name');
  });

  it('children read the records of their ancestors', () => {
    const project = withScreen('book.info', (s) => ({
      ...s,
      view: { ...(s.view as Json), readOnlyWhen: "records.book.status == 'LENT'" },
    }));
    expect(errors(project)).toEqual([]);
  });
});

describe('rule 6: computed values', () => {
  it('a plain chain is a path, anything else needs the evaluator', () => {
    const { screens } = compileProject(sampleProject());
    const table = screens.get('books')!.view as CompiledTable;
    const [save] = table.rowActions;
    expect(save).toMatchObject({ with: { title: { path: ['row', 'title'] }, shelf: { const: 'A' } } });
    expect(save!.enabledWhen).toEqual({ cel: "row.status == 'FREE'" });
    // The content of a menu is evaluated when the menu opens: the list itself needs no evaluator.
    expect(screens.get('books')!.needsEvaluator).toBe(false);
  });
});

describe('rule 7: an action derives its access', () => {
  it('from the operation that it calls, or from the screen that it opens', () => {
    const table = compileProject(sampleProject()).screens.get('books')!.view as CompiledTable;
    expect(table.rowActions[0]!.access).toEqual(['WRITE']);
    expect(table.onRow[0]!.do.access).toEqual(['READ']);
  });

  it("from the access rule of the dialog that it opens, which must allow the dialog's initial requests", () => {
    const files = sampleProject();
    const edit = (id: string, change: (screen: Json) => object) => {
      const file = files.screens.find((one) => one.file === `screens/${id}.screen.json`)!;
      file.text = JSON.stringify({
        ...(JSON.parse(file.text) as Json),
        ...change(JSON.parse(file.text) as Json),
      });
    };
    edit('pick', () => ({ access: ['LEND'] }));
    edit('books', ({ view }) => ({
      view: { ...(view as Json), toolbar: [{ open: 'pick', label: 'book.pick' }] },
    }));
    const project = compileProject(files);
    const table = project.screens.get('books')!.view as CompiledTable;
    expect(table.toolbar[0]!.access).toEqual(['LEND']);
    expect(errors(project)).toEqual(['access-too-wide']);
  });
});

describe('rule 9: a form is the request schema plus layout', () => {
  const form = compileProject(sampleProject()).screens.get('book.info')!.view as CompiledForm;

  it('its fields have the types and rules of the request', () => {
    const { schemas } = compileProject(sampleProject()).screens.get('book.info')!;
    expect(form.schema).toBe('BookSave');
    expect(schemas.BookSave!['x-rules']).toHaveLength(1);
    expect(form.layout.map((l) => (l.type === 'field' ? [l.widget, l.required] : l))).toEqual([
      ['text', true],
      ['integer', true],
      ['text', true],
    ]);
  });

  it('properties of the record without a field are sent back', () =>
    expect(form.carried).toEqual(['id', 'due']));
});

describe('rule 10: versioned', () => {
  it('another version is refused', () => {
    expect(errors(withScreen('pick', (s) => ({ ...s, language: 2 })))).toContain('unknown-language');
  });
});

describe('the compiled form', () => {
  it('is plain, frozen JSON, the same at each run', () => {
    const [a, b] = [loadProject({ root: '.' }), loadProject({ root: '.' })];
    expect([...a.screens]).toEqual([...b.screens]);
    for (const screen of a.screens.values()) {
      expect(Object.isFrozen(screen.view)).toBe(true);
      expect(JSON.parse(JSON.stringify(screen))).toEqual(screen);
    }
  });
});
