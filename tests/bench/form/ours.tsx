/** The scene through the product's own path: a screen, its page, its form view. */
import { createRoot } from 'react-dom/client';
import { initLocale, today } from '../../../engine/data/locale.ts';
import { RegistryContext } from '../../../engine/registry/context.ts';
import { createRegistry } from '../../../engine/registry/registry.ts';
import { registerBuiltins } from '../../../engine/views/builtins.ts';
import { ScreenView } from '../../../engine/views/ScreenView.tsx';
import form from '../../../locales/en/engine-form.json';
import validation from '../../../locales/en/validation.json';
import views from '../../../locales/en/engine-views.json';
import './ours.css';
import { makeBench } from './instruments.ts';
import { makeSchema, makeScreen, sizeOfPage } from './scene.ts';

const n = sizeOfPage();
const schema = makeSchema(n);
const registry = createRegistry();
registerBuiltins(registry);
await initLocale({ en: async () => ({ ...views, ...form, ...validation }) });
await registry.load('view', 'form');
// The page of a form is opened in a product that runs: the session has asked for the day before.
today();

window.bench = makeBench(() =>
  createRoot(document.getElementById('app')!).render(
    <RegistryContext value={registry}>
      <ScreenView screen={makeScreen(schema)} params={{}} />
    </RegistryContext>,
  ),
);
