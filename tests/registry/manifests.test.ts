/** Every registered part is a folder whose widget.json and define call agree. */
import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { registerBuiltins } from '../../engine/views/builtins.ts';
import { createRegistry } from '../../engine/registry/registry.ts';
import type { WidgetManifest } from '../../engine/registry/manifest.ts';

const root = join(import.meta.dirname, '../..');
const ROOMS = ['engine/views/cells', 'engine/views/filters', 'engine/views/pickers', 'widgets'];

const folders = ROOMS.flatMap((room) =>
  readdirSync(join(root, room), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${room}/${entry.name}`)
    .filter((folder) => folder !== 'widgets/shared'),
);
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'widget.json'), 'utf8')) as WidgetManifest;

describe.each(folders)('%s', (folder) => {
  it('defines what its manifest names', async () => {
    expect(existsSync(join(root, folder, 'widget.json'))).toBe(true);
    const { kind, name } = manifestOf(folder);
    const module = (await import(join(root, folder, 'index.tsx'))) as { default: unknown };
    expect(module.default).toMatchObject({ kind, name });
  });

  it('has closed options', () => {
    expect(manifestOf(folder).options?.additionalProperties).toBe(false);
  });
});

it('the built-in list contains every built-in folder', () => {
  const registry = createRegistry();
  registerBuiltins(registry);
  const builtins = folders.filter((folder) => !folder.startsWith('widgets'));
  const missing = builtins.map(manifestOf).filter(({ kind, name }) => !registry.has(kind, name));
  expect(missing).toEqual([]);
});
