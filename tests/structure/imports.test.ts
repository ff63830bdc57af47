/** Who may import whom (docs/architecture.md), and no cycle anywhere. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOMS = ['engine', 'widgets', 'server', 'schemas', 'stories'];
const STAIR = [
  'language',
  'data',
  'access',
  'routing',
  'page',
  'views',
  'shell',
  'inspector',
  'workshop',
  'app',
];
const CODE = /\.(ts|tsx|mts)$/;

function files(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : CODE.test(name) ? [path] : [];
  });
}

/** Relative imports of a file, types and lazy ones included. */
function imports(file: string, options: { lazy: boolean }): string[] {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const eager = [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^;'"]*?from\s*['"](\.[^'"]+)['"]|(?:^|\n)import\s*['"](\.[^'"]+)['"]/g,
    ),
  ];
  const lazy = options.lazy ? [...text.matchAll(/import\(\s*['"](\.[^'"]+)['"]\s*\)/g)] : [];
  return [...eager, ...lazy].map((m) => normalize(join(dirname(file), (m[1] ?? m[2])!)));
}

const all = ROOMS.flatMap(files);
const room = (file: string) => file.split('/')[0]!;
const step = (file: string) => (file.startsWith('engine/') ? file.split('/')[1]! : '');

describe('the rooms', () => {
  it('are read whole', () => expect(all.length).toBeGreaterThan(100));

  it('each imports only what it may', () => {
    const wrong = all.flatMap((file) =>
      imports(file, { lazy: true })
        .filter((target) => !allowed(file, target))
        .map((target) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('inside engine no lower step imports a higher one', () => {
    const wrong = all
      .filter((f) => STAIR.includes(step(f)))
      .flatMap((file) =>
        imports(file, { lazy: true })
          .filter((target) => STAIR.indexOf(step(target)) > STAIR.indexOf(step(file)))
          .map((target) => `${file} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('the language and its tools need neither React nor the network nor the file system', () => {
    const wrong = [...files('engine/language'), ...files('engine/tools')].filter((file) =>
      /from ['"](react|swr|node:|i18next|react-dom)|\bfetch\(/.test(readFileSync(file, 'utf8')),
    );
    expect(wrong).toEqual([]);
  });

  it('no import cycle', () => {
    const graph = new Map(
      [...all, ...files('tests')].map((file) => [
        file,
        imports(file, { lazy: false }).filter((t) => CODE.test(t)),
      ]),
    );
    expect(cycle(graph)).toEqual([]);
  });
});

function allowed(from: string, to: string): boolean {
  const [a, b] = [room(from), room(to)];
  if (a === 'schemas') return b === 'schemas';
  if (a === 'engine') {
    if (from === 'engine/app/main.tsx') return true;
    if (to === 'engine/index.ts') return false;
    if (step(from) === 'tools') return b === 'schemas' || ['language', 'tools'].includes(step(to));
    if (step(from) === 'build') return b === 'schemas' || ['language', 'tools', 'build'].includes(step(to));
    return b === 'schemas' || (b === 'engine' && step(to) !== 'build');
  }
  if (a === 'widgets')
    return (
      to === 'engine/index.ts' ||
      to.split('/').slice(0, 2).join('/') === from.split('/').slice(0, 2).join('/')
    );
  if (a === 'stories')
    return (
      ['engine/index.ts', 'engine/app/preview.tsx'].includes(to) ||
      ['stories', 'widgets', 'screens', 'locales', 'schemas'].includes(b)
    );
  if (a === 'server') return b === 'server' || b === 'schemas' || ['language', 'tools'].includes(step(to));
  return true;
}

/** The first cycle found, as the path that closes it. */
function cycle(graph: Map<string, string[]>): string[] {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): string[] | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return undefined;
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      const found = visit(next);
      if (found) return found;
    }
    path.pop();
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const found = visit(node);
    if (found) return found.map((file) => relative('.', file));
  }
  return [];
}
