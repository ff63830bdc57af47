import { readdirSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/**
 * A module that is mocked stays so for the files that follow in its worker, and one that was read before is not mocked any
 * more: files that mock have modules of their own.
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
    // One a core.
    maxWorkers: 2,
    pool: 'threads',
    // High enough for a slow and busy machine: timeouts end tests that hang, and measure nothing.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      // An engine is made by each test and its modules have no state: a worker reads them once.
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
          // Servers wait more than they work. Another number of workers asks for a turn of its own.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          // What a server keeps belongs to the server: its modules are read once a worker.
          isolate: false,
        },
      },
    ],
  },
});
