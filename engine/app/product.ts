/** The parts of a product: its screens and texts, as built, and everything that is registered. */
import { app, entries, locales, manifests, screens, toolTexts, widgets } from 'virtual:screens';
import type { LocaleLoaders } from '../data/i18n.ts';
import { createRegistry } from '../registry/registry.ts';
import { registerWidgets } from '../registry/widgets.ts';
import { registerBuiltins } from '../views/builtins.ts';
import type { AppOptions } from './createApp.tsx';

type ProductParts = Omit<AppOptions, 'engine' | 'root'> & { locales: LocaleLoaders };

/** Returns the parts with a new registry: a registry serves one app only. */
export function productParts(): ProductParts {
  const registry = createRegistry();
  registerBuiltins(registry);
  registerWidgets(registry, widgets, manifests);
  return {
    app,
    entries,
    registry,
    loadScreen: async (id) => {
      const load = screens[id];
      if (!load) throw new Error(`There is no screen "${id}"`);
      const { default: screen, texts } = await load();
      return { screen, texts };
    },
    toolTexts: async (locale) => (await (toolTexts[locale] ?? toolTexts[app.locales[0]!]!)()).default,
    locales: Object.fromEntries(
      Object.entries(locales).map(([name, load]) => [name, async () => (await load()).default]),
    ),
  };
}
