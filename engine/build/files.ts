/** Reads the files of a project from disk, in a stable order. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { SourceFile } from '../language/source.ts';

/** Every file below `folder` whose name ends in `suffix`; paths in `file` are relative to `root`. */
export function readFolder(folder: string, suffix: string, root = '.'): SourceFile[] {
  const base = join(root, folder);
  if (!existsSync(base)) return [];
  return readdirSync(base, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(suffix))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(`${sep}node_modules${sep}`))
    .sort()
    .map((path) => ({
      file: relative(root, path).split(sep).join('/'),
      text: readFileSync(path, 'utf8'),
    }));
}
