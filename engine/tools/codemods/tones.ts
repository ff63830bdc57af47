/** 2026-11: tones of enum values moved to the enum of the API (`x-tones`), from each cell that shows one. */
import { parse, type JSONPath } from 'jsonc-parser';
import { withoutPaths } from './remove.ts';

export interface Taken {
  /** Field that the cell shows. */
  field: string;
  tones: Record<string, string>;
}

interface Cell {
  field?: unknown;
  cell?: unknown;
  options?: { tones?: Record<string, string> };
}

/** Returns the file without tones, and the removed tones: they belong to the enum of each field, once. */
export function withoutTones(text: string): { text: string; taken: Taken[] } {
  const found = tonedIn(parse(text), []);
  return {
    text: withoutPaths(
      text,
      found.map(({ path }) => path),
    ),
    taken: found.map(({ taken }) => taken),
  };
}

function tonedIn(value: unknown, at: JSONPath): { path: JSONPath; taken: Taken }[] {
  if (typeof value !== 'object' || value === null) return [];
  const { cell, field, options } = value as Cell;
  const { tones, ...rest } = options ?? {};
  const own = (cell === 'status' || cell === 'reference') && tones;
  const path = [...at, 'options', ...(Object.keys(rest).length ? ['tones'] : [])];
  const below = Object.entries(value).flatMap(([name, child]) =>
    tonedIn(child, [...at, Array.isArray(value) ? Number(name) : name]),
  );
  return own ? [{ path, taken: { field: String(field ?? ''), tones } }, ...below] : below;
}
