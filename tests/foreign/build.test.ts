/** The library's product, built as any product is: its own screens, texts and widgets, and none of the back office. */
import { build, type Rolldown } from 'vite';
import { expect, it, vi } from 'vitest';
import type { Page } from '../../engine/build/pages.ts';

it('contains its own screens and nothing of another product', async () => {
  vi.stubEnv('PROJECT', 'tests/foreign');
  vi.stubEnv('NODE_ENV', 'production');
  const { output } = (await build({
    logLevel: 'silent',
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  vi.unstubAllEnvs();
  const names = output.map(({ fileName }) => fileName.replace(/^assets\//, '').replace(/-.*$/, ''));
  expect(names).toEqual(expect.arrayContaining(['index.html', 'books', 'loans', 'en', 'ru']));
  expect(names.filter((name) => /contract|customer/.test(name))).toEqual([]);
  const sourceOf = (name: string) => {
    const file = output.find(({ fileName }) => fileName.replace(/^assets\//, '').startsWith(name))!;
    return String('code' in file ? file.code : file.source);
  };
  // The files that each address needs are listed, so that they can be requested immediately.
  const pages = JSON.parse(sourceOf('pages.json')) as Page[];
  const { files } = pages.find(({ path }) => new RegExp(path).test('/books/7'))!;
  const needed = files.map((file) => file.replace(/^assets\//, '').replace(/-.{8}\.js$/, ''));
  expect(needed).toEqual(expect.arrayContaining(['book', 'en', 'form']));
  expect(needed).not.toContain('books');
  // None of them only re-exports what another has.
  const bare = files.filter((file) =>
    /^export\s*\{[^}]*\}\s*from\s*"[^"]+";?$/.test(sourceOf(file.replace('assets/', '')).trim()),
  );
  expect(bare).toEqual([]);
  // A text is loaded with the screens that name it; texts that every user sees are loaded at the start.
  const start = files.find((file) => file.startsWith('assets/en-'))!.replace('assets/', '');
  const shelf = 'book.section.shelf';
  expect([start, 'loans-', 'book-'].map((name) => sourceOf(name).includes(shelf))).toEqual([
    false,
    false,
    true,
  ]);
  expect(sourceOf(start)).toContain('books.title');
  // The page shows that it is loading before its styles are there.
  const html = sourceOf('index.html');
  expect(html.indexOf('<svg')).toBeLessThan(html.indexOf('rel="stylesheet"'));
  const styles = output.find(({ fileName }) => fileName.endsWith('.css'))!;
  expect(String('source' in styles && styles.source)).toContain('.skeleton');
}, 60_000);
