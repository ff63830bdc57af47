/**
 * docs/start-a-product.md from an empty folder: its files are written exactly as printed, and each row of its table of
 * commands is run; the last two keep running until a page of theirs shows a reply of the product's server.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { OWN_ENV } from './guides/copy.ts';

const guide = readFileSync('docs/start-a-product.md', 'utf8');
const FILES = [...guide.matchAll(/^```json (\S+)\n([^]*?)^```$/gm)].map(
  ([, file, text]) => [file!, text!] as const,
);
/** What each row of the table is for, and its command. */
const ROWS = [...guide.matchAll(/^\| (.+?) +\| `(npm [^`]+)`/gm)].map(
  ([, aim, command]) => [aim!, command!] as const,
);
const BOOKS = [{ id: '1', title: 'Три товарища', year: 1936 }];

let folder: string;
let api: Server;
let origin: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'start-a-product-'));
  api = createServer(({ url }, reply) => {
    reply.writeHead(url === '/api/books' ? 200 : 404, { 'content-type': 'application/json' });
    reply.end(JSON.stringify(url === '/api/books' ? BOOKS : {}));
  });
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});

test.afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await new Promise((done) => api.close(done));
});

/** Runs a command of the guide; `said` returns everything printed so far. */
function run(command: string): { child: ChildProcess; said(): string; ended: Promise<number | null> } {
  const own = command.replaceAll('DIR', folder).replace('http://127.0.0.1:8080', origin);
  let said = '';
  const child = spawn('sh', ['-c', `exec ${own}`], { env: { ...OWN_ENV, NO_COLOR: '1' }, stdio: 'pipe' });
  for (const stream of [child.stdout, child.stderr])
    stream!.on('data', (text: Buffer) => {
      said += text.toString();
    });
  return { child, said: () => said, ended: new Promise((done) => child.on('close', done)) };
}

test('another product is made from an empty folder by each row of its guide', async ({ page }) => {
  expect(FILES.length).toBe(6);
  expect(ROWS.map(([aim]) => aim.split(' ')[0])).toEqual(['check', 'work', 'build', 'build']);
  for (const [file, text] of FILES) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  for (const [aim, command] of ROWS)
    await test.step(aim, async () => {
      const { child, said, ended } = run(command);
      if (!command.includes('--api')) {
        expect(await ended, said()).toBe(0);
        if (aim.startsWith('build')) expect(existsSync(join(folder, 'dist/index.html'))).toBe(true);
        // The last row must show what it has built itself.
        rmSync(join(folder, 'dist'), { recursive: true, force: true });
        return;
      }
      try {
        const place = () => /Local:\s+(http:\/\/\S+)/.exec(said())?.[1];
        await expect.poll(place, { timeout: 90_000 }).toBeDefined();
        await page.goto(place()!, { timeout: 60_000 });
        await expect(page).toHaveURL(/\/books$/, { timeout: 60_000 });
        await expect(page.getByRole('heading', { name: 'Books' })).toBeVisible();
        await expect(page.getByRole('row', { name: /Три товарища/ })).toBeVisible();
        await expect(page).toHaveTitle(/A shelf/);
        expect(existsSync(join(folder, 'dist'))).toBe(command.startsWith('npm start'));
      } finally {
        child.kill('SIGTERM');
        await ended;
      }
    });
});
