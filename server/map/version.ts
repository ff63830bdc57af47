/**
 * The version of the base map: a checksum of the code that makes it. Generating towns only for a version is too
 * expensive.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SOURCES = ['../roads', '../map', '../core/random.ts'];

let version: string | undefined;

/** Stays the same as long as no town and no tile can come out differently. */
export function mapVersion(): string {
  if (version) return version;
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = fileURLToPath(new URL(source, import.meta.url));
    for (const file of filesOf(path)) hash.update(readFileSync(file));
  }
  return (version = hash.digest('hex').slice(0, 12));
}

function filesOf(path: string): string[] {
  if (path.endsWith('.ts')) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesOf(`${path}/${entry.name}`));
}
