/** Starts a product from its screens, texts and widgets. */
import { createRoot } from 'react-dom/client';
import type { RouteObject } from 'react-router-dom';
import { holdsOwn } from '../access/can.ts';
import type { Engine } from '../data/engine.ts';
import { EngineProvider } from '../data/EngineProvider.tsx';
import { startInspector } from '../inspector/start.ts';
import type { CompiledApp, CompiledScreen, CompiledView, ScreenEntry } from '../language/compiled.ts';
import { RegistryContext } from '../registry/context.ts';
import type { Registry } from '../registry/registry.ts';
import { AddressRouter } from '../routing/AddressRouter.tsx';
import { buildRoutes, match } from '../routing/table.ts';
import { chainOf } from '../shell/chain.tsx';
import { WORKSHOP, type Product } from '../shell/facts.ts';
import { PAGES, Shell } from '../shell/Shell.tsx';
import { Waiting } from '../shell/Waiting.tsx';

/** A compiled screen, and its texts by language. */
export interface LoadedScreen {
  screen: CompiledScreen;
  texts?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface AppOptions {
  /** Created for the same `app` and `entries`; the app ends it. */
  engine: Engine;
  app: CompiledApp;
  entries: ScreenEntry[];
  loadScreen(id: string): Promise<LoadedScreen>;
  /** Built-in parts and the product's own widgets. */
  registry: Registry;
  /** Loads the texts of inspector and workshop in a language; without them there are no tools. */
  toolTexts?(locale: string): Promise<Record<string, string>>;
  /** Opens the inspector to every user; by default only to those who may view as others. */
  inspect?: boolean;
  root: HTMLElement;
}

/** The workshop replaces the pages and has its own dialogs. */
const workshopRoute = (texts: NonNullable<AppOptions['toolTexts']>): RouteObject => ({
  path: `${WORKSHOP}/*`,
  HydrateFallback: () => <Waiting cover />,
  lazy: async () => {
    const { default: Workshop } = await import('../workshop/WorkshopDoor.tsx');
    return { Component: () => <Workshop texts={texts} /> };
  },
});

/** Milliseconds to wait for the first page before its frame is shown without it. */
const FIRST_PAINT_DELAY_MS = 150;
/** Milliseconds between loading a page and requesting what its tabs may need: the visible part renders first. */
const AHEAD_MS = 50;

/**
 * Starts the product in `root`. Session, texts and the first screen are requested at the same time. The returned
 * function unmounts the product and ends its engine.
 */
export async function createApp(options: AppOptions): Promise<() => void> {
  const { engine, app, entries, registry, toolTexts, root } = options;
  const { session, i18n, theme, history } = engine;
  registry.seal();
  const ends = [theme.start(), followLanguage(engine)];
  const product: Product = {
    app,
    entries,
    routes: buildRoutes(entries),
    hrefTo: engine.addresses.hrefTo,
    ...screenLoader(options),
  };
  void session.start();
  const texts = i18n.start();
  // The tools are open to those who may view as others.
  const may = () =>
    options.inspect === true || holdsOwn(app.session.viewAs?.permissions ?? [], session.get());
  if (toolTexts) ends.push(startInspector({ engine, may, texts: toolTexts }));
  const first = match(product.routes, history.location.get().pathname);
  const screens = first ? chainOf(first.entry, entries).map(({ entry }) => product.load(entry.id)) : [];
  const whole = Promise.allSettled(screens);
  await texts;
  // Waits briefly, so that a page that is almost loaded is rendered at once, not after an empty frame.
  await Promise.race([whole, new Promise((resolve) => setTimeout(resolve, FIRST_PAINT_DELAY_MS))]);
  // An error from which React recovers by rendering again is only logged.
  const drawn = createRoot(root, { onRecoverableError: (error) => console.warn(error) });
  drawn.render(
    <EngineProvider engine={engine}>
      <RegistryContext value={registry}>
        <AddressRouter routes={toolTexts ? [workshopRoute(toolTexts), PAGES] : [PAGES]}>
          <Shell product={product} />
        </AddressRouter>
      </RegistryContext>
    </EngineProvider>,
  );
  return () => {
    drawn.unmount();
    for (const end of ends) end();
    engine.end();
  };
}

/** Sets `lang` of the document to the chosen language, and follows changes. */
function followLanguage({ i18n }: Engine): () => void {
  const apply = () => (document.documentElement.lang = i18n.current());
  apply();
  return i18n.state.subscribe(apply);
}

/** Loads each screen once, in parallel with the code of its views and, where it needs it, the evaluator. */
function screenLoader({
  engine,
  loadScreen,
  registry,
  entries,
}: AppOptions): Pick<Product, 'load' | 'loaded'> {
  const whole = new Map<string, CompiledScreen>();
  const started = new Map<string, Promise<CompiledScreen>>();
  const views = new Map(entries.map(({ id, view }) => [id, view]));
  const load = async (id: string) => {
    // The code of the view loads in parallel with the screen.
    const main = views.get(id);
    if (main && registry.has('view', main)) registry.load('view', main).catch(() => undefined);
    const { screen, texts = {} } = await loadScreen(id);
    for (const [locale, own] of Object.entries(texts)) engine.i18n.addTexts(locale, own);
    const inner = viewTypes(screen.view).filter((type) => registry.has('view', type));
    await Promise.all([
      ...inner.map((type) => registry.load('view', type)),
      ...(screen.needsEvaluator ? [engine.evaluator.load()] : []),
    ]);
    whole.set(id, screen);
    setTimeout(() => {
      for (const type of new Set(tabTypes(screen.view)))
        if (registry.has('view', type)) registry.load('view', type).catch(() => undefined);
    }, AHEAD_MS);
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

/** View types in tabs; their code is loaded after the page has rendered, so that opening a tab does not wait for it. */
const tabTypes = (view: CompiledView | undefined): CompiledView['type'][] =>
  view?.type === 'tabs' ? view.tabs.flatMap((tab) => viewTypes(tab.view)) : [];

/** View types that render first. A broken file may lack a view; the error is reported where the view belongs. */
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
