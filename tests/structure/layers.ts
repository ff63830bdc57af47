/** Which module may import which (docs/architecture.md). */
import type { Module } from './modules.ts';

/** From the lowest to the highest; a module imports from its own layer and from lower ones. */
export const ENGINE_LAYERS = [
  'language',
  'registry',
  'data',
  'ui',
  'access',
  'routing',
  'page',
  'views',
  'shell',
  'inspector',
  'workshop',
  'app',
] as const;

/** The same for the server; `main` are the files of the folder itself. */
export const SERVER_LAYERS = [
  'solver',
  'core',
  'database',
  'geometry',
  'roads',
  'travel',
  'map',
  'access',
  'records',
  'dictionaries',
  'files',
  'live',
  'jobs',
  'export',
  'print',
  'integrations',
  'sheets',
  'reports',
  'modules',
  'seed',
  'http',
  'standIn',
  'main',
] as const;

/** Every import of the modules that breaks a rule, as `file → target`. */
export function violations(modules: readonly Module[]): string[] {
  return modules.flatMap(({ file, imports }) =>
    imports
      .filter(({ target }) => ROOMS.has(roomOf(target)) && !isAllowed(file, target))
      .map(({ target }) => `${file} → ${target}`),
  );
}

const ROOMS = new Set([
  'engine',
  'widgets',
  'server',
  'schemas',
  'stories',
  'screens',
  'locales',
  'tests',
  '.storybook',
]);

function isAllowed(from: string, to: string): boolean {
  switch (roomOf(from)) {
    case 'schemas':
      return roomOf(to) === 'schemas';
    case 'engine':
      return engineMayImport(from, to);
    case 'widgets':
      return to === 'engine/index.ts' || folderOf(to) === 'widgets/shared' || folderOf(to) === folderOf(from);
    case 'stories':
      return (
        ['engine/index.ts', 'engine/app/preview.tsx'].includes(to) ||
        ['stories', 'widgets', 'screens', 'locales', 'schemas'].includes(roomOf(to))
      );
    case 'server':
      return serverMayImport(from, to);
    default:
      return true;
  }
}

function engineMayImport(from: string, to: string): boolean {
  // The composition root may import the product.
  if (from === 'engine/app/main.tsx') return true;
  if (roomOf(to) === 'schemas') return true;
  if (roomOf(to) !== 'engine' || to === 'engine/index.ts') return false;
  const [own, other] = [partOf(from), partOf(to)];
  if (own === 'tools') return ['language', 'tools'].includes(other);
  if (own === 'build') return ['language', 'tools', 'build'].includes(other);
  if (other === 'build') return false;
  if (other === 'tools') return own === 'workshop';
  // The entry point for widgets.
  if (from === 'engine/index.ts') return true;
  return notHigher(ENGINE_LAYERS, own, other);
}

function serverMayImport(from: string, to: string): boolean {
  if (roomOf(to) === 'schemas') return true;
  if (roomOf(to) === 'engine') return ['language', 'tools'].includes(partOf(to));
  if (roomOf(to) !== 'server') return false;
  return notHigher(SERVER_LAYERS, serverLayer(from), serverLayer(to));
}

/** A folder that is in no list may import nothing and be imported by nothing. */
function notHigher(layers: readonly string[], own: string, other: string): boolean {
  const [from, to] = [layers.indexOf(own), layers.indexOf(other)];
  return from >= 0 && to >= 0 && to <= from;
}

const roomOf = (file: string): string => file.split('/')[0] ?? '';
const partOf = (file: string): string => file.split('/')[1] ?? '';
const folderOf = (file: string): string => file.split('/').slice(0, 2).join('/');
const serverLayer = (file: string): string => (file.split('/').length > 2 ? partOf(file) : 'main');
