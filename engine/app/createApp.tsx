/** Makes a running product of screens, texts and widgets. */
import { lazy } from 'react';
import { createRoot } from 'react-dom/client';
import { holdsOwn } from '../access/can.ts';
import { session, startSession } from '../access/session.ts';
import { startLive } from '../data/live.ts';
import { startInspector } from '../inspector/start.ts';
import { initLocale, type LocaleLoaders } from '../data/locale.ts';
import { loadEvaluator } from '../language/evaluate.ts';
import type { CompiledApp, CompiledScreen, CompiledView, ScreenEntry } from '../language/compiled.ts';
import { RegistryContext } from '../registry/context.ts';
import type { Registry } from '../registry/registry.ts';
import { AddressRouter } from '../routing/AddressRouter.tsx';
import { countBy } from '../data/counts.ts';
import { setEntries } from '../routing/place.ts';
import { buildRoutes, match } from '../routing/table.ts';
import { chainOf } from '../shell/chain.tsx';
import type { Product } from '../shell/facts.ts';
import { Shell } from '../shell/Shell.tsx';
import { startTheme } from '../shell/theme.ts';

export interface AppOptions {
  app: CompiledApp;
  entries: ScreenEntry[];
  loadScreen(id: string): Promise<CompiledScreen>;
  /** The first is default and fallback. */
  locales: LocaleLoaders;
  /** Built-ins and the product's own widgets. */
  registry: Registry;
  /** Texts of inspector and workshop in a language; without them there are no tools. */
  toolTexts?(locale: string): Promise<Record<string, string>>;
  /** Everyone may ask the inspector, not an ADMIN alone. */
  inspect?: boolean;
  /** Path of the live channel; without one sources are not kept in step. */
  live?: string;
  root: HTMLElement;
}

const Workshop = lazy(() => import('../workshop/WorkshopDoor.tsx'));

/** How long the first page is waited for before its frame is shown, in milliseconds. */
const PATIENCE = 150;

/**
 * Starts the product in `root`. Session, texts and the first screen are asked for at the same time. The function
 * that comes back takes the product away again.
 */
export async function createApp({
  app,
  entries,
  loadScreen,
  locales,
  registry,
  toolTexts,
  inspect = false,
  live,
  root,
}: AppOptions): Promise<() => void> {
  startTheme();
  registry.seal();
  setEntries(entries);
  countBy(app.counts);
  const product: Product = {
    app,
    entries,
    routes: buildRoutes(entries),
    ...screenLoader(loadScreen, registry, entries),
  };
  void startSession(app);
  const texts = initLocale(locales);
  const endLive = live === undefined ? undefined : startLive(live);
  // Whoever may view as others has the tools.
  const may = () => inspect || holdsOwn(app.session.viewAs?.permissions ?? [], session.get());
  const endInspector = toolTexts && startInspector({ may, texts: toolTexts });
  const first = match(product.routes, window.location.pathname);
  const screens = first ? chainOf(first.entry, entries).map(({ entry }) => product.load(entry.id)) : [];
  const whole = Promise.allSettled(screens);
  await texts;
  // A page that is almost there is drawn at once, and not a frame without one before it.
  await Promise.race([whole, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  // What React could mend by drawing it again is no error to whoever reads the page.
  const drawn = createRoot(root, { onRecoverableError: (error) => console.warn(error) });
  drawn.render(
    <RegistryContext value={registry}>
      <AddressRouter>
        <Shell product={product} {...(toolTexts && { workshop: <Workshop texts={toolTexts} /> })} />
      </AddressRouter>
    </RegistryContext>,
  );
  return () => {
    drawn.unmount();
    endLive?.();
    endInspector?.();
  };
}

/** Loads a screen once, and beside it the code of its views and, where it needs it, the evaluator. */
function screenLoader(
  loadScreen: AppOptions['loadScreen'],
  registry: Registry,
  entries: readonly ScreenEntry[],
): Pick<Product, 'load' | 'loaded'> {
  const whole = new Map<string, CompiledScreen>();
  const started = new Map<string, Promise<CompiledScreen>>();
  const views = new Map(entries.map(({ id, view }) => [id, view]));
  const load = async (id: string) => {
    // The code of the view comes beside the screen, not after it.
    const main = views.get(id);
    if (main && registry.has('view', main)) registry.load('view', main).catch(() => undefined);
    const screen = await loadScreen(id);
    const inner = viewTypes(screen.view).filter((type) => registry.has('view', type));
    await Promise.all([
      ...inner.map((type) => registry.load('view', type)),
      ...(screen.needsEvaluator ? [loadEvaluator()] : []),
    ]);
    whole.set(id, screen);
    return screen;
  };
  const start = (id: string) => {
    let screen = started.get(id);
    if (!screen) {
      screen = load(id).catch((error: unknown) => {
        started.delete(id);
        throw error;
      });
      started.set(id, screen);
    }
    return screen;
  };
  return { load: start, loaded: (id) => whole.get(id) };
}

/** A view that is missing in a broken file is told where it would stand. */
function viewTypes(view: CompiledView | undefined): CompiledView['type'][] {
  if (!view) return [];
  const inner =
    view.type === 'stack'
      ? view.items.map((item) => item.view)
      : view.type === 'tabs' && view.header
        ? [view.header]
        : [];
  return [...new Set([view.type, ...inner.flatMap(viewTypes)])];
}
