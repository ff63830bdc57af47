/** Creates the application object. Parts are in the order of their dependencies: each takes those above it. */
import { Preferences } from '../access/preferences.ts';
import { SessionStore } from '../access/session.ts';
import { createApi } from '../data/api.ts';
import { createConnection } from '../data/connection.ts';
import { createCounts } from '../data/counts.ts';
import { createDebug } from '../data/debug.ts';
import type { EarlyReplies } from '../data/early.ts';
import type { Engine } from '../data/engine.ts';
import { createI18n, type LocaleLoaders } from '../data/i18n.ts';
import { createLive } from '../data/live.ts';
import { createProblems } from '../data/problem.ts';
import { createStored } from '../data/storage.ts';
import { createToasts } from '../data/toasts.ts';
import { createTransfers } from '../data/transfers.ts';
import { createTransport } from '../data/transport.ts';
import { createUnsavedWork } from '../data/unsaved.ts';
import type { CompiledApp, ScreenEntry } from '../language/compiled.ts';
import { AddressHistory } from '../routing/history.ts';
import { createAddresses } from '../routing/place.ts';
import { createPageTitles } from '../shell/crumbs.ts';
import { createScroll } from '../shell/scroll.ts';
import { createShortcuts } from '../shell/shortcuts.ts';
import { createTrails } from '../shell/segments.tsx';
import { createTheme } from '../shell/theme.ts';
import { createQuestions } from '../ui/confirmStore.ts';
import { createFocusTrail } from '../ui/focus.ts';
import { createEvaluator } from '../views/actions/ready.ts';
import { createDialogs } from '../views/dialogs/store.ts';

export interface EngineOptions {
  /** The product; required to start the session. */
  app?: CompiledApp;
  /** Every screen of the product. */
  entries?: readonly ScreenEntry[];
  /** Texts by language; the first is default and fallback. */
  locales?: LocaleLoaders;
  /** Path of the live channel; without one the loaded replies are not updated live. */
  live?: string;
  /** The `fetch` to make requests with; the global `fetch` by default. */
  transport?: { fetch: typeof fetch };
  /** Responses that the page has preloaded. */
  early?: EarlyReplies;
  /** `localStorage` by default. */
  storage?: Storage;
  /** Starts an in-memory history at this address; the browser's history by default. */
  address?: string;
}

/**
 * @example
 * const engine = createEngine({ app, entries, locales, live: '/api/live' });
 * await engine.i18n.start();
 */
export function createEngine(options: EngineOptions = {}): Engine {
  const { app, entries = [], locales = {} } = options;
  const storage = createStored(options.storage);
  const i18n = createI18n(storage, locales);
  const history = new AddressHistory(options.address);
  const toasts = createToasts();
  const debug = createDebug(storage, toasts);
  const problems = createProblems(i18n);
  const transport = createTransport({ i18n, problems, debug, early: options.early, ...options.transport });
  const api = createApi({ i18n, transport });
  const connection = createConnection(transport);
  const live = createLive(options.live, connection);
  const unsavedWork = createUnsavedWork();
  const preferences = new Preferences({ storage, transport, problems, by: app?.preferences });
  const session = new SessionStore(
    { api, connection, i18n, preferences, problems, storage, toasts, transport, unsavedWork },
    app,
  );
  return Object.freeze({
    storage,
    i18n,
    history,
    toasts,
    debug,
    problems,
    transport,
    api,
    connection,
    live,
    unsavedWork,
    preferences,
    session,
    addresses: createAddresses(entries),
    counts: createCounts(transport, app?.counts),
    transfers: createTransfers({ api, transport, i18n, toasts }),
    theme: createTheme(storage),
    evaluator: createEvaluator(),
    dialogs: createDialogs(),
    questions: createQuestions(),
    focus: createFocusTrail(),
    pageTitles: createPageTitles(),
    segmentTrails: createTrails(),
    scroll: createScroll(history),
    shortcuts: createShortcuts(),
    end() {
      session.end();
      preferences.end();
      live.end();
    },
  });
}
