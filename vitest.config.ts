import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    // One a core.
    maxWorkers: 2,
    pool: 'threads',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/server/**', 'tests/e2e/**', 'tests/bench/**', '**/node_modules/**'],
          environment: 'node',
          environmentOptions: { happyDOM: { width: 1440, height: 900 } },
          setupFiles: ['tests/setup.ts'],
          // An engine is made by each test and its modules have no state: a worker reads them once.
          isolate: false,
          testTimeout: 20_000,
        },
      },
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
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
