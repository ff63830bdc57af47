/**
 * Forms of 200 and 1,000 fields against the same page written by hand, in one browser, in turn.
 *   npx tsx tests/bench/form.bench.ts [--rounds 5] [--json FILE] [--size 200]
 * Only the ratios mean anything. Figures to reach stand in docs/quality.md.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright';
import { build } from 'vite';

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
const ROUNDS = Number(option('rounds') ?? 5);
const SIZES = option('size') ? [Number(option('size'))] : [200, 1000];
const KEYS = 40;
const WARM_KEYS = 10;
const PAGES = ['plain', 'ours'] as const;
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
/** The content policy of the product. */
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:";

interface Figures {
  mount: number;
  mountScript: number;
  key: number;
  afterKeys: number;
  submit: number;
  errors: number;
}

const out = mkdtempSync(join(tmpdir(), 'form-bench-'));
try {
  await buildPages();
  const report = await measureAll();
  if (option('json')) writeFileSync(option('json')!, `${JSON.stringify(report, null, 2)}\n`);
} finally {
  rmSync(out, { recursive: true, force: true });
}

async function buildPages(): Promise<void> {
  const root = join(import.meta.dirname, 'form');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react(), tailwindcss()],
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { input: PAGES.map((name) => join(root, `${name}.html`)) },
    },
  });
}

async function measureAll(): Promise<Record<string, Record<string, Figures>>> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    response.setHeader('content-security-policy', POLICY);
    try {
      const body = readFileSync(join(out, path));
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const report: Record<string, Record<string, Figures>> = {};
  try {
    for (const size of SIZES) report[`${size} fields`] = await compare(browser, base, size);
  } finally {
    await browser.close();
    server.close();
  }
  return report;
}

async function compare(browser: Browser, base: string, size: number): Promise<Record<string, Figures>> {
  const runs: Record<string, Figures[]> = { plain: [], ours: [] };
  for (let round = 0; round < ROUNDS; round++)
    for (const name of PAGES)
      runs[name]!.push(await measure(browser, `${base}/${name}.html?n=${size}`, size));
  const medians = Object.fromEntries(PAGES.map((name) => [name, medianOf(runs[name]!)]));
  const { plain, ours } = medians as Record<'plain' | 'ours', Figures>;
  console.log(`\n${size} fields, medians of ${ROUNDS} rounds (ms)`);
  for (const figure of Object.keys(plain) as (keyof Figures)[])
    console.log(
      `  ${figure.padEnd(12)} by hand ${plain[figure].toFixed(2).padStart(8)}   ours ${ours[figure]
        .toFixed(2)
        .padStart(8)}   ${ratio(ours[figure], plain[figure])}`,
    );
  return medians;
}

async function measure(browser: Browser, url: string, size: number): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable');
    await page.goto(url);
    await page.waitForFunction(() => window.bench);
    const figures = await measurePage(page, cdp, size);
    if (faults.length) throw new Error(`${url}: ${faults.slice(0, 3).join('; ')}`);
    return figures;
  } finally {
    await context.close();
  }
}

async function measurePage(page: Page, cdp: CDPSession, size: number): Promise<Figures> {
  const script = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ScriptDuration')!.value * 1000;
  };
  const beforeMount = await script();
  const mount = await page.evaluate((n) => window.bench.mount(n), size);
  const mountScript = (await script()) - beforeMount;
  const middle = Math.floor(size / 10) * 5;
  await page.locator(`[id$="f${middle}"]`).first().focus();
  for (let i = 0; i < WARM_KEYS; i++) await press(page, i);
  const beforeKeys = await script();
  for (let i = 0; i < KEYS; i++) await press(page, i);
  const afterLast = await script();
  await page.waitForTimeout(400);
  const settled = await script();
  const submit = await page.evaluate((n) => window.bench.submit(n), (size * 2) / 5 - 1);
  return {
    mount,
    mountScript,
    key: (afterLast - beforeKeys) / KEYS,
    afterKeys: settled - afterLast,
    ...submit,
  };
}

/** A key goes down and up, and the frame that shows it is out. */
async function press(page: Page, i: number): Promise<void> {
  await page.keyboard.press('abcdefghij'[i % 10]!);
  await page.evaluate(() => window.bench.frame());
}

/** Against nothing there is no ratio: neither page may work on after the last key. */
function ratio(ours: number, plain: number): string {
  return plain < 0.5 ? '' : `${(ours / plain).toFixed(2)} x`;
}

function medianOf(runs: Figures[]): Figures {
  const of = (figure: keyof Figures) => {
    const sorted = runs.map((run) => run[figure]).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)]!;
  };
  return Object.fromEntries(
    (Object.keys(runs[0]!) as (keyof Figures)[]).map((figure) => [figure, of(figure)]),
  ) as unknown as Figures;
}
