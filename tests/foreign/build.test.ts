/** The library's product, built as any product is: its own screens, texts and widgets, and none of the back office. */
import { build, type Rolldown } from 'vite';
import { expect, it, vi } from 'vitest';

it('holds its own screens and nothing of another product', async () => {
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
  const styles = output.find(({ fileName }) => fileName.endsWith('.css'))!;
  expect(String('source' in styles && styles.source)).toContain('.skeleton');
});
