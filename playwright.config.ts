import { existsSync, readFileSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const browsers = JSON.parse(readFileSync(new URL('.ci/browsers.json', import.meta.url), 'utf8')) as {
  package: string;
  programs: string[];
};
const chromium = [process.env.CHROMIUM, ...browsers.programs].find((path) => path && existsSync(path));
if (!chromium)
  throw new Error(
    `Chromium is missing. On Debian: apt-get install -y ${browsers.package}; or set CHROMIUM to its path.`,
  );

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: 'tests/e2e/globalSetup.ts',
  outputDir: 'test-results/browser',
  snapshotPathTemplate: 'tests/e2e/snapshots/{arg}{ext}',
  // One a core, each with a product of its own.
  workers: 2,
  // What passes only at the second try fails.
  retries: 0,
  // High enough for a slow and busy machine: timeouts end tests that hang, and measure nothing.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    locale: 'ru-RU',
    viewport: { width: 1440, height: 900 },
    // A trace of every test would take a third of the time: `TRACE=1` records it for one that fails.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // A process of its own for each page would compile the product anew.
        '--process-per-site',
      ],
    },
  },
});
