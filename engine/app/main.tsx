/** The browser's composition root: the one place that sees screens, texts and widgets together. */
import { app, entries, locales, screens } from 'virtual:screens';
import { createRegistry } from '../registry/registry.ts';
import { registerWidgets } from '../registry/widgets.ts';
import { registerBuiltins } from '../views/builtins.ts';
import { createApp } from './createApp.tsx';
import '../ui/theme.css';

const registry = createRegistry();
registerBuiltins(registry);
registerWidgets(
  registry,
  import.meta.glob('../../widgets/*/index.tsx'),
  import.meta.glob('../../widgets/*/widget.json', { eager: true, import: 'default' }),
);

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
  live: '/api/v3/notification/refreshbus',
  root: document.getElementById('root')!,
});
