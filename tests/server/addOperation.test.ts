/** Follows docs/add-an-operation.md to the letter in a copy of the project, and runs the test of the guide there. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeFiles, readModule } from '../structure/modules.ts';
import { ROOT } from './support.ts';

/** Folders that the server and its tests need. */
const COPIED = ['engine', 'locales', 'schemas', 'screens', 'server', 'tests/server', 'tests/spec', 'widgets'];
const FILES = ['.oxfmtrc.json', 'package.json', 'tsconfig.json', 'vite.config.ts', 'vitest.config.ts'];

/** Modules of other tests that the server tests import. */
function importedTests(): string[] {
  const files = codeFiles('tests/server');
  for (const file of files)
    for (const { target } of readModule(file).imports)
      if (target.startsWith('tests/') && !files.includes(target)) files.push(target);
  return files.filter((file) => !file.startsWith('tests/server/'));
}

interface Block {
  kind: string;
  file: string;
  text: string;
}

/** The code blocks that name a file, without the indentation of their list. */
const blocks: Block[] = [
  ...readFileSync(path.join(ROOT, 'docs/add-an-operation.md'), 'utf8').matchAll(
    /^ {3}```(\w+) (\S+)\n([^]*?)^ {3}```$/gm,
  ),
].map(([, kind, file, text]) => ({ kind: kind!, file: file!, text: text!.replace(/^ {3}/gm, '') }));

const folder = mkdtempSync(path.join(tmpdir(), 'add-operation-'));
const at = (file: string) => path.join(folder, file);

beforeAll(() => {
  for (const each of [...COPIED, ...FILES, ...importedTests()])
    cpSync(path.join(ROOT, each), at(each), { recursive: true, filter: (file) => !file.endsWith('.data') });
  symlinkSync(path.join(ROOT, 'node_modules'), at('node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lines without a plus must be in the file, once and in this order; those with a plus are inserted among them. */
function applyDiff({ file, text }: Block): void {
  const lines = text.trimEnd().split('\n');
  const given = lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
  const before = readFileSync(at(file), 'utf8');
  expect(before.split(`\n${given.join('\n')}\n`), `${file} holds ${given.join('\n')}`).toHaveLength(2);
  const wanted = lines.map((line) => line.slice(1)).join('\n');
  writeFileSync(
    at(file),
    before.replace(`\n${given.join('\n')}\n`, () => `\n${wanted}\n`),
  );
}

function run(...args: string[]): string {
  // The cluster of this run has a template without the table of the guide: the copy starts its own cluster.
  const mine = /^VITEST|^TEST_(DATABASE|APPLICATION)_URL$/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !mine.test(name)));
  try {
    return execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
  }
}

it('following the guide produces working operations', { timeout: 400_000 }, () => {
  expect(blocks.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['json', 'sql', 'ts', 'diff', 'diff', 'diff']),
  );
  for (const block of blocks) {
    if (block.kind === 'diff') applyDiff(block);
    else {
      expect(existsSync(at(block.file)), `${block.file} is new`).toBe(false);
      writeFileSync(at(block.file), block.text);
    }
  }
  run('--import', 'tsx', 'engine/build/generate.ts');
  const types = ['server', 'schemas/generated', 'tests/server'];
  writeFileSync(at('tsconfig.server.json'), JSON.stringify({ extends: './tsconfig.json', include: types }));
  run('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.server.json');
  const vitest = 'node_modules/vitest/vitest.mjs';
  const file = 'tests/server/contacts.test.ts';
  const told = run(vitest, 'run', '--project', 'server', '--reporter', 'verbose', file);
  expect(told).toContain('contact persons are saved, found and listed');
  expect(told).toMatch(/Tests\s+.*2 passed/);
});
