/** A copy of the project in which both guides were followed; see `newTab.spec.ts`. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { startProduct, type Product } from '../product.ts';
import { LANGUAGES } from '../texts.ts';

/** Neither sources nor part of the product: not copied. */
const LEFT_OUT = ['node_modules', 'dist', '.git', '.data', 'test-results', 'storybook-static', 'coverage'];

export interface Copy {
  folder: string;
  product: Product;
  before: Record<string, string>;
  /** After the manual guide. */
  byHand: Record<string, string>;
  /** What each command of the tutorial printed. */
  told: Map<string, string>;
  remove(): Promise<void>;
}

const guide = readFileSync('docs/add-a-screen.md', 'utf8');
export const FILE = /`(screens\/\S+\.screen\.json)`/.exec(guide)![1]!;
const SCREEN = /```json\n([\s\S]*?)```/.exec(guide)![1]!.replace(/^ {3}/gm, '');
export const screen = JSON.parse(SCREEN) as { id: string; route: string; title: string };
/** The keys that the guide says to add, with texts for them. */
export const KEYS = [...guide.matchAll(/`(contractHistory\.\w+)`/g)].map((found) => found[1]!);
export const wordFor = (key: string, language: string) => `${language} ${key.split('.')[1]}`;

const tutorial = readFileSync('docs/tutorial-first-tab.md', 'utf8');
export const TAB = /`(screens\/\S+\.screen\.json)`/.exec(tutorial)![1]!;

type Json = Record<string, unknown>;

/**
 * The environment of a user's shell: a test in a test must not take itself for a worker of the outer one. It may use
 * the existing cluster.
 */
export const OWN_ENV = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(TEST_(?!DATABASE_URL)|PLAYWRIGHT|PW_|NODE_ENV$|NODE_OPTIONS$)/.test(name),
  ),
);

/** Makes the copy, follows the guides in it, and starts the resulting product. */
export async function makeCopy(): Promise<Copy> {
  const folder = mkdtempSync(join(tmpdir(), 'new-tab-'));
  for (const name of readdirSync('.'))
    if (!LEFT_OUT.includes(name)) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const before = hashes(folder);
  writeFileSync(join(folder, FILE), SCREEN);
  for (const language of LANGUAGES)
    writeFileSync(
      join(folder, `locales/${language}/history.json`),
      JSON.stringify(Object.fromEntries(KEYS.map((key) => [key, wordFor(key, language)])), null, 2),
    );
  const byHand = hashes(folder);
  asClone(folder);
  const told = followTutorial(folder);
  const product = await startProduct({ cwd: folder });
  const remove = async () => {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, product, before, byHand, told, remove };
}

/** Makes the copy a Git clone, in the state after the manual guide. */
function asClone(folder: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Reader', '-c', 'user.email=reader@localhost', ...args], {
      cwd: folder,
    });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'As it came');
}

/** Follows every step of the tutorial except looking at the result: its commands, and its edits of files. */
function followTutorial(folder: string): Map<string, string> {
  const told = new Map<string, string>();
  for (const [, kind, language, text] of tutorial.matchAll(
    /^ {3}```(sh run|json edit)(?: (\w+))?\n([^]*?)^ {3}```$/gm,
  )) {
    const block = text!.replace(/^ {3}/gm, '');
    if (kind === 'json edit')
      edit(join(folder, language ? `locales/${language}/contract-routes.json` : TAB), block);
    else
      for (const command of block.trimEnd().split('\n'))
        told.set(
          command,
          execFileSync('sh', ['-c', command], { cwd: folder, env: OWN_ENV, encoding: 'utf8', stdio: 'pipe' }),
        );
  }
  return told;
}

/** Sets the properties of a file to the values that the tutorial shows. */
function edit(file: string, shown: string): void {
  const merge = (into: Json, from: Json): Json => {
    for (const [key, value] of Object.entries(from))
      into[key] = isObject(value) && isObject(into[key]) ? merge(into[key], value) : value;
    return into;
  };
  const changed = merge(JSON.parse(readFileSync(file, 'utf8')) as Json, JSON.parse(shown) as Json);
  writeFileSync(file, JSON.stringify(changed, null, 2));
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every file of the copy with the hash of its content. */
function hashes(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (path: string) => {
    for (const name of readdirSync(path)) {
      const inner = join(path, name);
      if (path === folder && LEFT_OUT.includes(name)) continue;
      if (statSync(inner).isDirectory()) walk(inner);
      else found[relative(folder, inner)] = createHash('sha256').update(readFileSync(inner)).digest('hex');
    }
  };
  walk(folder);
  return found;
}
