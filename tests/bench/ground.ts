/** The built product on a real server, and a browser that opens it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext } from 'playwright';
import { build, type Plugin } from 'vite';
import config from '../../playwright.config.ts';
import { signIn, startTestServer } from '../server/support.ts';

export interface Ground {
  url: string;
  /** Chunk file → packages and folders in it, the largest first. */
  inside: Map<string, string[]>;
  /**
   * A fresh profile of a user who signed in before: the cookie, and the account in the local storage, as the sign-in
   * leaves them. No script, style or text has been loaded yet.
   */
  context(): Promise<BrowserContext>;
  close(): Promise<void>;
}

export async function prepareGround(): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const inside = new Map<string, string[]>();
  await buildPages(folder, inside);
  const server = await startTestServer({ staticDir: folder, checkReplies: false });
  const client = await signIn(server, 'manager');
  const { body: account } = await client.post('/auth/renew');
  const browser: Browser = await chromium.launch(config.use?.launchOptions);
  return {
    url: server.url,
    inside,
    async context() {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'ru-RU' });
      const [name, value] = client.cookie!.split('=') as [string, string];
      await context.addCookies([{ name, value, url: server.url }]);
      await context.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(account));
      return context;
    },
    async close() {
      await browser.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function buildPages(outDir: string, inside: Map<string, string[]>): Promise<void> {
  await build({ logLevel: 'error', build: { outDir, emptyOutDir: true }, plugins: [lookInside(inside)] });
}

function lookInside(inside: Map<string, string[]>): Plugin {
  return {
    name: 'look-inside',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const sizes = new Map<string, number>();
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          const name = partOf(id);
          sizes.set(name, (sizes.get(name) ?? 0) + renderedLength);
        }
        inside.set(
          chunk.fileName,
          [...sizes].sort((a, b) => b[1] - a[1]).map(([name]) => name),
        );
      }
    },
  };
}

/** Returns the package of a module, or its folder in the project. */
function partOf(id: string): string {
  const [, inPackage] = id.split(/.*node_modules\//);
  if (inPackage)
    return inPackage
      .split('/')
      .slice(0, inPackage.startsWith('@') ? 2 : 1)
      .join('/');
  return id.replace(`${process.cwd()}/`, '').replace('\0', '').split('/').slice(0, 3).join('/');
}
