/** Which module may import which (docs/architecture.md), and no cycle anywhere. */
import { describe, expect, it } from 'vitest';
import { violations } from './layers.ts';
import { codeFiles, cycle, readModule } from './modules.ts';

const modules = ['engine', 'widgets', 'server', 'schemas', 'stories']
  .flatMap(codeFiles)
  .map((file) => readModule(file));

describe('the modules', () => {
  it('are all parsed', () => {
    expect(modules.length).toBeGreaterThan(800);
    expect(modules.flatMap(({ imports }) => imports).length).toBeGreaterThan(3_000);
  });

  it('import only what they may', () => expect(violations(modules)).toEqual([]));

  it('of the language and its tools need neither React nor the network nor the file system', () => {
    const wrong = modules
      .filter(({ file }) => /^engine\/(language|tools)\//.test(file))
      .flatMap(({ file, imports, calls }) => [
        ...imports
          .filter(({ target }) => /^(react|react-dom|swr|i18next|node:)/.test(target))
          .map(({ target }) => `${file} → ${target}`),
        ...(calls.has('fetch') ? [`${file} → fetch`] : []),
      ]);
    expect(wrong).toEqual([]);
  });

  it('form no cycle', () => {
    const tests = codeFiles('tests').map((file) => readModule(file));
    expect(cycle([...modules, ...tests])).toEqual([]);
  });
});

describe('a violation is reported', () => {
  const found = (file: string, text: string) => violations([readModule(file, text)]);

  it.each([
    [
      'server/core/a.ts',
      "import { connect } from '../database/connection.ts';",
      'server/database/connection.ts',
    ],
    [
      'server/database/a.ts',
      "import type { Account } from '../access/accounts.ts';",
      'server/access/accounts.ts',
    ],
    ['server/records/a.ts', "export * from '../live/topics.ts';", 'server/live/topics.ts'],
    ['server/files/a.ts', "const jobs = await import('../jobs/start.ts');", 'server/jobs/start.ts'],
    [
      'server/modules/b/a.ts',
      "type Limits = import('../../http/limits.ts').Limits;",
      'server/http/limits.ts',
    ],
    ['server/http/a.ts', "import { log } from '../main.ts';", 'server/main.ts'],
    ['server/http/a.ts', "import { other } from '../unlisted/other.ts';", 'server/unlisted/other.ts'],
    ['server/access/a.ts', "import { View } from '../../engine/views/view.tsx';", 'engine/views/view.tsx'],
    ['engine/ui/a.ts', "import { View } from '../views/view.tsx';", 'engine/views/view.tsx'],
    ['engine/registry/a.ts', "import { place } from '../routing/place.ts';", 'engine/routing/place.ts'],
    ['engine/views/a.ts', "export { diff } from '../tools/diff.ts';", 'engine/tools/diff.ts'],
    ['widgets/map/a.ts', "import { field } from '../camera/field.ts';", 'widgets/camera/field.ts'],
  ])('%s: %s', (file, text, target) => expect(found(file, text)).toEqual([`${file} → ${target}`]));

  it.each([
    ['server/http/a.ts', "import { connect } from '../database/connection.ts';"],
    ['server/main.ts', "import { buildServer } from './http/build.ts';"],
    ['engine/views/a.ts', "/* import '../shell/frame.tsx'; */ import { cx } from '../ui/cx.ts';"],
    ['server/core/a.ts', 'const text = "import { a } from \'../http/a.ts\'";'],
  ])('and not an import that is allowed: %s: %s', (file, text) => expect(found(file, text)).toEqual([]));

  it('as is a cycle', () => {
    const ring = [
      readModule('server/core/a.ts', "import { b } from './b.ts';"),
      readModule('server/core/b.ts', "export { a } from './a.ts';"),
    ];
    expect(cycle(ring)).toEqual(['server/core/a.ts', 'server/core/b.ts', 'server/core/a.ts']);
    const lazy = readModule('server/core/b.ts', "const a = () => import('./a.ts');");
    expect(cycle([ring[0]!, lazy])).toEqual([]);
  });
});
