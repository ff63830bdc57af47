/** Modules with their imports, and the files that they read, as far as string literals name them. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { codeFiles, readModule, type Module } from '../structure/modules.ts';

const FOLDERS = ['engine', 'widgets', 'server', 'schemas', 'stories', 'tests', '.storybook', '.ci'];
const ROOT_FILES = ['vite.config.ts', 'vitest.config.ts', 'playwright.config.ts'];

export interface Graph {
  modules: ReadonlyMap<string, Module>;
  /** Files and folders that a module reads beside its imports. */
  reads: ReadonlyMap<string, readonly string[]>;
}

/** Parses every module of the project, which takes some seconds. */
export function readGraph(): Graph {
  const files = [...FOLDERS.flatMap(codeFiles), ...ROOT_FILES];
  const modules = new Map(files.map((file) => [file, readModule(file)]));
  const reads = new Map([...modules.values()].map((module) => [module.file, placesIn(module, modules)]));
  return { modules, reads };
}

/** Whether a module reads files, or imports one that does. */
function isReader(module: Module, modules: ReadonlyMap<string, Module>): boolean {
  const own = ({ imports }: Module) => imports.some(({ target }) => /^node:(fs|child_process)/.test(target));
  return own(module) || module.imports.some(({ target }) => modules.has(target) && own(modules.get(target)!));
}

/**
 * Paths in its string literals, relative to the root or to its own folder; a pattern counts as the folder that it
 * begins with. A single word counts as a folder only outside the product's code, where it may mean anything.
 */
function placesIn(module: Module, modules: ReadonlyMap<string, Module>): string[] {
  if (!isReader(module, modules)) return [];
  const texts = [...module.texts]
    .filter((text) => /^[\w@.][\w@./*-]+$/.test(text) && /\w/.test(text))
    .filter((text) => /[/.]/.test(text) || !isProduct(module.file))
    .map((text) => text.replace(/[^/]*\*.*$/, ''))
    .filter((text) => text !== '');
  const folder = path.posix.dirname(module.file);
  const places = texts.flatMap((text) => [text, path.posix.join(folder, text)]);
  const inside = places
    .map((place) => path.posix.normalize(place).replace(/\/$/, ''))
    .filter((place) => place !== '.' && !/^(\/|\.\.)/.test(place) && existsSync(place));
  return [...new Set(inside)];
}

const isProduct = (file: string) => /^(server|widgets|engine\/(?!build\/))/.test(file);

/** The module and all that it imports, types too; `cut` names modules whose imports are not followed. */
export function reachOf({ modules }: Graph, file: string, cut: ReadonlySet<string> = new Set()): Set<string> {
  const seen = new Set<string>();
  const open = [file];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (!cut.has(next)) open.push(...(modules.get(next)?.imports ?? []).map(({ target }) => target));
  }
  return seen;
}

/** Whether a module of `reach` is `file`, or reads it; what those of `cut` read does not count. */
export const isReached = (
  { reads }: Graph,
  reach: ReadonlySet<string>,
  file: string,
  cut: ReadonlySet<string> = new Set(),
): boolean =>
  reach.has(file) ||
  [...reach].some(
    (one) => !cut.has(one) && reads.get(one)?.some((place) => file === place || file.startsWith(`${place}/`)),
  );

/** A file and all modules that import it, directly or not; `cut` names modules whose importers are not followed. */
export function importersOf({ modules }: Graph, file: string, cut: ReadonlySet<string>): Set<string> {
  const seen = new Set([file]);
  for (let grown = true; grown;) {
    grown = false;
    for (const { file: one, imports } of modules.values())
      if (!seen.has(one) && imports.some(({ target }) => seen.has(target) && !cut.has(target))) {
        seen.add(one);
        grown = true;
      }
  }
  return seen;
}
