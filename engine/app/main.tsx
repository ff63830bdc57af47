/** The browser's composition root: the one place that sees screens, texts and widgets together. */
import { app, entries, locales, manifests, screens, widgets } from 'virtual:screens';
import { createRegistry } from '../registry/registry.ts';
import { registerWidgets } from '../registry/widgets.ts';
import { registerBuiltins } from '../views/builtins.ts';
import { createApp } from './createApp.tsx';
import '../ui/theme.css';

const registry = createRegistry();
registerBuiltins(registry);
registerWidgets(registry, widgets, manifests);

await createApp({
  app,
  entries,
  loadScreen: async (id) => {
    const load = screens[id];
    if (!load) throw new Error(`There is no screen "${id}"`);
    return (await load()).default;
  },
  locales: Object.fromEntries(
    Object.entries(locales).map(([name, load]) => [name, async () => (await load()).default]),
  ),
  registry,
  ...(app.live === undefined ? {} : { live: app.live }),
  root: document.getElementById('root')!,
});
