/** Pages on a slow line: 2 s until a response begins, 50 KB a second, a processor at a quarter of the speed. */
import type { BrowserContext, CDPSession, Page } from 'playwright';
import type { Figure } from './figures.ts';
import type { Ground } from './ground.ts';

const LATENCY_MS = 2_000;
const BYTES_PER_SECOND = 50 * 1024;
const SLOWER = 4;

interface Visit {
  row: string;
  what: string;
  path: string;
  /** Seconds until the main content can be used. */
  goal: number;
  /** Kilobytes of script until then, as the browser receives it (brotli, with headers). */
  script: number;
  /** CSS selector of the main content. */
  ready: string;
  /** Without a session cookie. */
  signedOut?: true;
}

const SHIFT_GOAL = 0.05;

/** Measures cold visits; `SEE=1` prints when each request began and ended, and the contents of each script. */
export async function measureSlow(ground: Ground): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const visit of await visitsOf(ground)) {
    const { seconds, shift, script } = await measure(ground, visit);
    const base = { row: visit.row, what: `${visit.what}, slow 3G, processor ÷ ${SLOWER}, cold` };
    figures.push({ ...base, reached: seconds, goal: visit.goal, unit: 's' });
    figures.push({ ...base, what: `layout shift: ${base.what}`, reached: shift, goal: SHIFT_GOAL, unit: '' });
    figures.push({
      ...base,
      what: `script until then: ${base.what}`,
      reached: script,
      goal: visit.script,
      unit: 'KB',
    });
  }
  return figures;
}

async function visitsOf(ground: Ground): Promise<Visit[]> {
  const context = await ground.context();
  try {
    const reply = await context.request.get(`${ground.url}/api/v3/contract/paging?page=0&count=1`, {
      headers: { 'X-Requested-With': 'XMLHttpRequest' },
    });
    const { list } = (await reply.json()) as { list: { id: string }[] };
    return [
      {
        row: 'slow-sign-in',
        what: 'sign-in usable',
        path: '/login',
        goal: 7,
        script: 150,
        ready: 'input[type=password]',
        signedOut: true,
      },
      {
        row: 'slow-list',
        what: 'rows of contracts',
        path: '/contracts',
        goal: 8,
        script: 160,
        ready: 'tbody [data-cell=lead]',
      },
      {
        row: 'slow-page',
        what: 'page of a contract',
        path: `/contracts/${list[0]!.id}`,
        goal: 11,
        script: 185,
        ready: 'form input',
      },
    ];
  } finally {
    await context.close();
  }
}

async function measure(ground: Ground, { path, ready, signedOut }: Visit) {
  const context = await ground.context();
  try {
    if (signedOut) await context.clearCookies();
    const page = await context.newPage();
    const cdp = await slow(context, page);
    const requests = watch(cdp);
    await page.addInitScript(() => {
      const seen = window as unknown as { shift: number };
      seen.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(ground.url + path, { waitUntil: 'commit', timeout: 120_000 });
    await page.locator(ready).first().waitFor({ timeout: 120_000 });
    const seconds = (await page.evaluate(() => performance.now())) / 1000;
    const script = requests.script();
    await page.waitForLoadState('networkidle', { timeout: 120_000 });
    const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
    if (process.env['SEE']) requests.print(ground.inside);
    return { seconds, shift, script };
  } finally {
    await context.close();
  }
}

async function slow(context: BrowserContext, page: Page): Promise<CDPSession> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return cdp;
}

interface Requests {
  /** Returns the kilobytes of the scripts loaded so far. */
  script(): number;
  /** @param inside contents of a file, by its name */
  print(inside: Ground['inside']): void;
}

function watch(cdp: CDPSession): Requests {
  const all = new Map<string, { address: string; began: number; ended: number; bytes: number }>();
  let first = 0;
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    first ||= timestamp;
    all.set(requestId, {
      address: new URL(request.url).pathname,
      began: timestamp - first,
      ended: 0,
      bytes: 0,
    });
  });
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const one = all.get(requestId);
    if (one) Object.assign(one, { ended: timestamp - first, bytes: encodedDataLength });
  });
  return {
    script: () =>
      [...all.values()].reduce(
        (sum, { address, bytes }) => sum + (address.endsWith('.js') ? bytes / 1024 : 0),
        0,
      ),
    print(inside) {
      for (const { address, began, ended, bytes } of all.values())
        console.log(
          `${began.toFixed(1).padStart(6)} ${ended.toFixed(1).padStart(6)} ${(bytes / 1024).toFixed(1).padStart(7)} KB  ${address}  ${(inside.get(address.slice(1)) ?? []).slice(0, 4).join(', ')}`,
        );
    },
  };
}
