/** The engine contains no term of the product: neither its nouns nor its screens. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadProject } from '../../engine/build/project.ts';

const NOUNS = [
  'contract',
  'customer',
  'vehicle',
  'carrier',
  'waste',
  'incident',
  'csori',
  'tievr',
  'hypothesis',
  'inventory',
  'weighing',
  'garbage',
  'polygon',
  'driver',
  'haul',
  'coupon',
  'claim',
  'district',
  'supplier',
  'ecology',
  'dispatcher',
  'договор',
  'контрагент',
  'мусор',
  'отход',
  'перевозчик',
];

/** Words that any product has, and that name screens of this one too. */
const COMMON = ['login', 'error', 'welcome', 'account', 'classifier', 'password', 'role'];

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

describe('the engine', () => {
  const sources = files('engine').map((file) => ({ file, text: readFileSync(file, 'utf8') }));

  it('has no noun of the back office', () => {
    const found = sources.flatMap(({ file, text }) =>
      NOUNS.filter((noun) =>
        new RegExp(`(?<![a-z])${noun}s?(?![a-z])`, 'i').test(text.replace(/([a-z])([A-Z])/g, '$1 $2')),
      ).map((noun) => `${file}: ${noun}`),
    );
    expect(found).toEqual([]);
  });

  it('names no screen of the back office', () => {
    const ids = [...loadProject({ root: '.' }).screens.keys()].filter((id) => !COMMON.includes(id));
    expect(ids.length).toBeGreaterThan(8);
    const found = sources.flatMap(({ file, text }) =>
      ids.filter((id) => text.includes(`'${id}'`) || text.includes(`"${id}"`)).map((id) => `${file}: ${id}`),
    );
    expect(found).toEqual([]);
  });
});
