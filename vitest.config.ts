import { readdirSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/**
 * A mocked module stays mocked for later files in the same worker, and a module that is already loaded cannot be
 * mocked: files that mock get isolated modules.
 */
const mocking = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map((name) => `tests/${name}`)
  .filter((file) => /\.test\.tsx?$/.test(file) && /\bvi\.(mock|doMock)\(/.test(readFileSync(file, 'utf8')));

const elsewhere = ['tests/server/**', 'tests/e2e/**', 'tests/bench/**', '**/node_modules/**'];

const unit = (
  name: string,
  files: { include: string[]; exclude: string[]; isolate: boolean },
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    ...files,
    environment: 'node',
    environmentOptions: { happyDOM: { width: 1440, height: 900 } },
    setupFiles: ['tests/setup.ts'],
  },
});

export default defineConfig({
  plugins: [react()],
  test: {
    // One worker per core.
    maxWorkers: 2,
    pool: 'threads',
    // High enough for a slow and busy machine: the timeouts only end tests that hang.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      // Each test creates its own engine and modules have no state, so a worker loads them only once.
      unit('unit', {
        include: ['tests/**/*.test.{ts,tsx}'],
        exclude: [...elsewhere, ...mocking],
        isolate: false,
      }),
      unit('unit-mocked', { include: mocking, exclude: elsewhere, isolate: true }),
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/server/globalSetup.ts'],
          environment: 'node',
          pool: 'forks',
          // Server tests mostly wait. A different number of workers requires a separate group order.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          // State belongs to the server object, so a worker loads the modules only once.
          isolate: false,
        },
      },
    ],
  },
});
