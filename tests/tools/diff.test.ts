/**
 * The difference between two states of a project: what is reported of an edit, and that a widened access rule comes
 * first.
 */
import { describe, expect, it } from 'vitest';
import { sampleProject } from '../../engine/build/sample.ts';
import { compileProject, type ProjectFiles } from '../../engine/language/project.ts';
import { formatChange } from '../../engine/tools/change.ts';
import { diffProjects } from '../../engine/tools/diff.ts';

type Edit = [file: string, from: string, to: string];

const LISTS = ['screens', 'fragments', 'locales', 'api'] as const;

/** The sample with parts of its files replaced; each text must occur. */
function edited(edits: readonly Edit[]): ProjectFiles {
  const files = sampleProject();
  for (const [name, from, to] of edits) {
    const found = LISTS.flatMap((list) => files[list]).find(({ file }) => file.endsWith(name))!;
    expect(found.text, `${name} holds ${from}`).toContain(from);
    found.text = found.text.replace(from, () => to);
  }
  return files;
}

const changesOf = (...edits: Edit[]) =>
  diffProjects(compileProject(sampleProject()), compileProject(edited(edits)));
const described = (...edits: Edit[]) => changesOf(...edits).map(formatChange);

describe('the difference between two states of a project', () => {
  it('is empty where nothing changed, whatever the formatting of the files', () => {
    expect(described(['books.screen.json', '"language": 1,', '"language":\n 1,'])).toEqual([]);
  });

  it('lists columns, filters, buttons and fields that were added, removed, moved or changed', () => {
    expect(
      described(
        ['books.screen.json', '"genre"\n    ]', '"status", "genre"\n    ]'],
        ['books.screen.json', '"field": "title",\n        "sort": "title"', '"field": "title"'],
        ['books.screen.json', ',\n      {\n        "use": "titleFilter"\n      }', ''],
        ['books.screen.json', '"call": "bookSave",', '"call": "bookSave",\n "tone": "danger",'],
        ['book.info.screen.json', '"title",\n      "year"', '"year",\n      "title"'],
      ),
    ).toEqual([
      '- books: fragment "titleFilter" removed',
      '- books: column "title": sort removed: "title"',
      '+ books: column "status" added',
      '+ books: action of a row "call bookSave": tone added: "danger"',
      '~ book.info: order of layout: year, title, shelf',
    ]);
  });

  it('compares fields in one line one by one, and treats a bare path as its object form', () => {
    const layout = '"title",\n      "year",\n      "shelf"';
    expect(
      described(['book.info.screen.json', layout, '["title", "year"], {"field": "shelf", "span": 2}']),
    ).toEqual(['+ book.info: field "shelf": span added: 2']);
  });

  it('lists a widened access rule first, once for all screens that share it', () => {
    const changes = changesOf(
      ['books.screen.json', '"genre"\n    ]', '"status", "genre"\n    ]'],
      ['/book.screen.json', '"READ"', '"READ", "LEND"'],
      ['pick.screen.json', '"dialog": {}', '"dialog": {"size": "wide"}'],
    );
    expect(changes[0]).toMatchObject({
      kind: 'widened',
      file: 'screens/book.screen.json',
      pointer: '/access',
    });
    expect(changes.map(formatChange)).toEqual([
      '! book, book.info: gate widened: it also admits LEND',
      '+ books: column "status" added',
      '+ pick: dialog.size added: "wide"',
    ]);
  });

  it('treats as wider: an access rule without permissions, a screen without sign-in, an operation of more rows', () => {
    expect(
      described(['books.screen.json', '"READ"', ''], ['api/books.json', '"instance"', '"global"']),
    ).toEqual([
      '! books: gate widened: it admits every account that is signed in, no longer only READ',
      '! operation bookPaging: gate widened: scope instance → global',
    ]);
    expect(described(['books.screen.json', '"access"', '"public": true, "access"'])[0]).toBe(
      '! books: gate widened: it is open without sign-in',
    );
    expect(described(['api/books.json', '"READ"', '"READ", "WRITE"'])).toEqual([
      '! operation bookPaging: gate widened: it also admits WRITE',
    ]);
  });

  it('lists narrowed access rules, added and removed screens, and changed texts', () => {
    expect(
      described(
        ['books.screen.json', '"READ"', '"WRITE"'],
        ['sign.screen.json', '"id": "sign"', '"id": "enter"'],
        ['en/books.json', '"Books"', '"All books"'],
      ),
    ).toEqual([
      '! books: gate widened: it also admits WRITE',
      '! books: gate narrowed: it no longer admits READ',
      '- sign: screen removed',
      '+ enter: screen added',
      '~ text books.title: en "Books" → "All books"',
    ]);
  });

  it('lists a view of another type as one change, with its place', () => {
    const [change] = changesOf(['sign.screen.json', '"type": "stack",\n    "items": []', '"type": "tabs"']);
    expect(change).toEqual({
      kind: 'changed',
      file: 'screens/sign.screen.json',
      pointer: '/view',
      of: 'sign',
      text: 'view stack → tabs',
    });
  });
});
