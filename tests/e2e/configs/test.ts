/** Tests of the built product without a server. */
import { test as base } from '../fixtures.ts';
import { serveBuild } from './serve.ts';

export const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
  baseURL: async ({}, use) => {
    const served = await serveBuild();
    await use(served.url);
    served.close();
  },
});
