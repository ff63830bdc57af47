/** Script that a cold visit of the first list screen brings over the wire. */
import type { Figure } from './figures.ts';
import type { Ground } from './ground.ts';

interface Script {
  file: string;
  /** Bytes on the wire, headers included. */
  bytes: number;
  /** Of these the compressed body. */
  body: number;
}

const KB = 1024;
const NAMED = 12;

export async function measureTransfer(ground: Ground): Promise<Figure> {
  const scripts = await visit(ground);
  const total = sum(scripts, (one) => one.bytes);
  const body = sum(scripts, (one) => one.body);
  console.log(
    `\nScript of a cold visit of /contracts: ${scripts.length} files, ${(body / KB).toFixed(1)} KB compressed, ` +
      `${((total - body) / KB).toFixed(1)} KB of headers`,
  );
  for (const { file, bytes } of scripts.slice(0, NAMED))
    console.log(
      `  ${(bytes / KB).toFixed(1).padStart(6)} KB  ${file.padEnd(36)} ${(ground.inside.get(file) ?? []).slice(0, 4).join(', ')}`,
    );
  const rest = scripts.slice(NAMED);
  if (rest.length)
    console.log(
      `  ${(sum(rest, (one) => one.bytes) / KB).toFixed(1).padStart(6)} KB  in ${rest.length} smaller files`,
    );
  return {
    row: 'transfer',
    what: 'script transferred, as a browser asks for it (brotli), headers included',
    reached: total / KB,
    goal: 170,
    unit: 'KB',
  };
}

async function visit(ground: Ground): Promise<Script[]> {
  const context = await ground.context();
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    const scripts = new Map<string, Script>();
    cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type === 'Script')
        scripts.set(requestId, { file: new URL(response.url).pathname.slice(1), bytes: 0, body: 0 });
    });
    cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      const script = scripts.get(requestId);
      if (script) script.body += encodedDataLength;
    });
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const script = scripts.get(requestId);
      if (script) script.bytes = encodedDataLength;
    });
    await page.goto(`${ground.url}/contracts`);
    await page.locator('tbody tr td').first().waitFor();
    // What loads by itself after the first row counts as well.
    await page.waitForLoadState('networkidle');
    return [...scripts.values()].sort((a, b) => b.bytes - a.bytes);
  } finally {
    await context.close();
  }
}

const sum = (scripts: readonly Script[], of: (script: Script) => number): number =>
  scripts.reduce((total, one) => total + of(one), 0);
