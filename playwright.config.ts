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
  // One worker per core, each with its own server.
  workers: 2,
  // A test that passes only on a retry counts as failed.
  retries: 0,
  // High enough for a slow and busy machine: the timeouts only end tests that hang.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    locale: 'ru-RU',
    viewport: { width: 1440, height: 900 },
    // Tracing every test would take a third of the run time: `TRACE=1` records it for tests that fail.
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
        // A separate process per page would compile the product's code again for each page.
        '--process-per-site',
      ],
    },
  },
});
