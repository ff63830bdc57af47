/** The product's own kinds of job, as its server runs them. */
import { loadApi, loadLocales } from '../../../server/core/projectFiles.ts';
import type { JobKind } from '../../../server/jobs/define.ts';
import { DEFAULT_TRAVEL, travelTimes } from '../../../server/travel/travel.ts';
import { jobKinds } from '../../../server/modules/jobKinds.ts';
import { createHandlers } from '../../../server/modules/handlers.ts';
import { ROOT } from '../support.ts';

let kinds: readonly JobKind[] | undefined;

/** Made once a process. */
export const productKinds = (): readonly JobKind[] => (kinds ??= kindsWith({}));

/** Kinds of a server with other settings. */
export function kindsWith(settings: Partial<Parameters<typeof jobKinds>[0]>): readonly JobKind[] {
  const [api, locales] = [loadApi(ROOT), loadLocales(ROOT)];
  const handlers = createHandlers(api, {
    build: { version: '0', revision: 'test', revisionDate: '2026-11-20T00:00:00Z' },
  });
  return jobKinds({ api, handlers, locales, travel: travelTimes(DEFAULT_TRAVEL), ...settings });
}
