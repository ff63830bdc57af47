/** Typical mistakes of authors, as data: each is reported before the browser, at its place, with the nearest name. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readProject } from '../../engine/build/project.ts';
import { formatDiagnostic } from '../../engine/language/diagnostics.ts';
import { compileProject } from '../../engine/language/project.ts';
import { locate, parseFile, pointerPath, type SourceFile } from '../../engine/language/source.ts';
import { together } from './together.ts';

interface Slip {
  name: string;
  file: string;
  pointer: string;
  replacement?: unknown;
  removal?: boolean;
  rename?: string;
  addition?: Record<string, unknown>;
  expectedCode: string;
  /** In the file after the edit. */
  expectedPointer: string;
  expectedNear: string | null;
  expectedFile?: string;
}

const read = JSON.parse(readFileSync('tests/language/slips.json', 'utf8')) as Slip[] | { slips: Slip[] };
const slips = Array.isArray(read) ? read : read.slips;
const files = readProject({ root: '.', extend: ['tests/language/hard'] });

/** The file's text with the mistake in it. */
function edit(text: string, slip: Slip): string {
  const root = JSON.parse(text) as unknown;
  const path = pointerPath(slip.pointer);
  const last = path.at(-1);
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], root);
  const holder = parent as Record<string, unknown>;
  if (slip.addition) {
    const target = last === undefined ? root : holder[last];
    if (Array.isArray(target)) target.push(slip.addition);
    else Object.assign(target as object, slip.addition);
  } else if (slip.rename !== undefined) {
    const renamed = Object.entries(holder).map(
      ([key, value]) => [key === last ? slip.rename : key, value] as const,
    );
    for (const key of Object.keys(holder)) delete holder[key];
    Object.assign(holder, Object.fromEntries(renamed));
  } else if (slip.removal) {
    if (Array.isArray(parent)) parent.splice(Number(last), 1);
    else delete holder[last!];
  } else holder[last!] = slip.replacement;
  return JSON.stringify(root, null, 2);
}

/** The diagnostics of mistakes in different files. */
function told(group: readonly Slip[]) {
  const edited = (one: SourceFile): SourceFile => {
    const own = group.filter(({ file }) => file === one.file);
    return own.length ? { file: one.file, text: own.reduce(edit, one.text) } : one;
  };
  const all = { ...files, app: edited(files.app) };
  for (const kind of ['screens', 'fragments', 'api', 'locales'] as const) all[kind] = files[kind].map(edited);
  const { diagnostics } = compileProject(all);
  const sources = [...all.screens, ...all.fragments, ...all.api, ...all.locales, all.app];
  return group.map((slip) => {
    const where = slip.expectedFile ?? slip.file;
    const source = sources.find(({ file }) => file === where)!;
    const { line } = locate(parseFile(source), slip.expectedPointer);
    const fitting = diagnostics.filter(
      (d) => d.code === slip.expectedCode && d.file === where && Math.abs(d.line - line) <= 1,
    );
    const named = slip.expectedNear === null || fitting.some((d) => d.near === slip.expectedNear);
    return { slip, ok: fitting.length > 0 && named, diagnostics };
  });
}

/** Neither changes a place of the other: they are apart, and neither moves the items of a list. */
function meet(one: Slip, other: Slip): boolean {
  if (one.file !== other.file) return true;
  const apart = (a: string, b: string) => !`${a}/`.startsWith(`${b}/`);
  const keeps = ({ addition, removal }: Slip) => !addition && !removal;
  const places = [one.pointer, other.pointer] as const;
  return keeps(one) && keeps(other) && apart(...places) && apart(places[1], places[0]);
}

describe('typical mistakes', () => {
  it('are reported in at least 95 of 100 cases', { timeout: 300_000 }, () => {
    const missed = together(slips, ({ file }) => file, meet)
      .flatMap(told)
      .filter(({ ok }) => !ok)
      .flatMap(({ slip }) => told([slip]))
      .filter(({ ok }) => !ok);
    for (const { slip, diagnostics } of missed)
      console.log(
        `missed “${slip.name}” (${slip.expectedCode}, ${slip.expectedNear}): ${diagnostics.slice(0, 2).map(formatDiagnostic).join(' | ') || 'nothing told'}`,
      );
    console.log(`${slips.length} mistakes, ${slips.length - missed.length} reported correctly`);
    expect(slips.length).toBeGreaterThanOrEqual(60);
    expect(missed.length / slips.length).toBeLessThanOrEqual(0.05);
  });
});
