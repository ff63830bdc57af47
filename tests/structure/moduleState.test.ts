/** No module of the engine has mutable state: what changes belongs to the engine object. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { moduleState } from './moduleState.ts';

/** Caches that only store what follows from an immutable object, which is their key. */
const MEMO = 'follows from its key, which never changes';

/** Why a module may have the state, by `file: name`. */
const ALLOWED: Record<string, string> = {
  'engine/language/evaluate.ts: evaluator': 'the code of CEL, loaded on demand, the same for all',
  'engine/language/evaluate.ts: loading': 'the import of that code',
  'engine/language/evaluate.ts: compiled': 'compiled expressions by their source text',
  'engine/data/useLocale.ts: used': MEMO,
  'engine/inspector/find.ts: indexes': MEMO,
  'engine/views/actions/ready.ts: known': MEMO,
  'engine/views/form/hidden.ts: byItem': MEMO,
  'engine/views/form/plan.ts: plans': MEMO,
  'engine/views/form/run.ts: cache': MEMO,
  'engine/views/form/validator.ts: validators': MEMO,
  'engine/views/form/validator.ts: wrapped': MEMO,
  'engine/views/table/preference.ts: read': MEMO,
  'engine/views/table/purpose.ts: known': MEMO,
};

/** In `language` sources and catalogues are immutable: a weak map with such a key is a memo. */
const LANGUAGE_MEMO = /^engine\/language\/.*const \w+ = new WeakMap</;

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return files(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

describe('the engine', () => {
  it('has no mutable state in its modules', () => {
    expect(files('engine').length).toBeGreaterThan(400);
    const all = files('engine').flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const lines = text.split('\n');
      return moduleState(file, text)
        .filter(({ line }) => !LANGUAGE_MEMO.test(`${file} ${lines[line - 1]!}`))
        .map(({ name, line }) => ({ key: `${file}: ${name}`, at: `${file}:${line} ${name}` }));
    });
    expect(all.filter(({ key }) => !(key in ALLOWED)).map(({ at }) => at)).toEqual([]);
    // Unused exceptions are removed.
    expect(Object.keys(ALLOWED).filter((one) => !all.some(({ key }) => key === one))).toEqual([]);
  });
});

describe('the checker', () => {
  it.each([
    ['let last = 0;', 'last'],
    ['export let open: boolean;', 'open'],
    ['var x;', 'x'],
    ['const known = new Map(); export const put = (k) => known.set(k, 1);', 'known'],
    ['const known = new Set<string>(); function f() { if (true) known.add("a"); }', 'known'],
    ['const list: string[] = []; export function f() { list.push("a"); }', 'list'],
    ['const state = { open: false }; export function f() { state.open = true; }', 'state'],
    ['const state = { a: { b: 0 } }; export const f = () => state.a.b++;', 'state'],
    ['const state: Record<string, number> = {}; const f = (k: string) => { delete state[k]; };', 'state'],
    ['export const toasts = createStore([]);', 'toasts'],
  ])('reports %s', (text, name) => {
    expect(moduleState('a.tsx', text).map((found) => found.name)).toEqual([name]);
  });

  it.each([
    'const NONE = new Set(["a"]); export const has = (k: string) => NONE.has(k);',
    'const WORDS = ["a"]; export const f = (WORDS: string[]) => WORDS.push("b");',
    'const list = ["a"]; export function f() { const list = []; list.push("b"); }',
    'export function f() { let last = 0; const known = new Map(); known.set(last++, 1); }',
    'export const make = () => createStore([]);',
    'const COLOURS = { a: "b" }; export const of = (k: string) => COLOURS[k];',
  ])('accepts %s', (text) => expect(moduleState('a.tsx', text)).toEqual([]));
});
