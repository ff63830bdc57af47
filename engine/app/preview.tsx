/** Entry point for pages that embed the product: the product at an address, any number of times, or a single screen. */
import type { ReactNode } from 'react';
import type { Engine } from '../data/engine.ts';
import { EngineProvider } from '../data/EngineProvider.tsx';
import { RegistryContext } from '../registry/context.ts';
import type { CompiledScreen } from '../language/compiled.ts';
import type { Kind } from '../registry/define.ts';
import { AddressRouter } from '../routing/AddressRouter.tsx';
import { ConfirmHost } from '../ui/confirm.tsx';
import { DialogHost } from '../views/dialogs/DialogHost.tsx';
import { ScreensContext } from '../page/screens.ts';
import { ScreenView } from '../views/ScreenView.tsx';
import { createApp } from './createApp.tsx';
import { createEngine } from './createEngine.ts';
import { productParts } from './product.ts';

export type {
  CompiledAction,
  CompiledArguments,
  CompiledCall,
  CompiledCell,
  CompiledColumn,
  CompiledField,
  CompiledFilter,
  CompiledForm,
  CompiledOperation,
  CompiledScreen,
  CompiledTable,
  CompiledText,
  CompiledView,
  ScreenEntry,
} from '../language/compiled.ts';
export { allBut, DATA_STATES, withDataState, type DataState } from '../data/dataStates.ts';
export { nodesOf } from '../workshop/address.ts';
export { inputOf, placeOf } from '../workshop/place.ts';

export interface Look {
  locale: string;
  dark: boolean;
  /** Accent colour of the instance; the product's own by default. */
  accent?: string;
}

const { app, entries, loadScreen: loadParts } = productParts();
export { app, entries };

export const loadScreen = async (id: string): Promise<CompiledScreen> => (await loadParts(id)).screen;

async function wear({ theme, i18n }: Engine, { locale, dark, accent }: Look): Promise<void> {
  theme.setDark(dark);
  if (accent) theme.setAccent(accent);
  await i18n.setLocale(locale);
}

export interface ScreenPreview extends Look {
  root: HTMLElement;
  /** Path and query of the screen, with its parameters filled in. */
  address: string;
  /** A screen to open as a dialog over it, and its input. */
  dialog?: { id: string; input: Record<string, unknown> };
}

/** Shows the product at an address, for the account of the session cookie; the returned function removes it. */
export async function previewScreen({ root, address, dialog, ...look }: ScreenPreview): Promise<() => void> {
  const { locales, ...parts } = productParts();
  const engine = createEngine({ app, entries, locales, address });
  const end = await createApp({ ...parts, engine, root, inspect: true });
  await wear(engine, look);
  if (dialog) void engine.dialogs.open(dialog.id, dialog.input);
  return end;
}

/** Applies the theme to the document, for pages that document screens; resolves to the texts of the language. */
export async function prepare(look: Look): Promise<(key: string) => string> {
  const engine = createEngine({ locales: productParts().locales });
  await engine.i18n.start();
  await wear(engine, look);
  engine.theme.start();
  engine.end();
  return engine.i18n.t;
}

export interface SamplePreview {
  /** The rendered screen. */
  drawn: ReactNode;
  end(): void;
}

/**
 * Shows a single screen, without the product's layout and without an address, for an account that may do everything.
 * @param fetch answers its calls
 */
export async function previewSample(
  screen: CompiledScreen,
  look: Look,
  fetch: typeof globalThis.fetch,
): Promise<SamplePreview> {
  const { locales, registry } = productParts();
  registry.seal();
  const engine = createEngine({ locales, transport: { fetch }, address: '/' });
  await engine.i18n.start();
  await wear(engine, look);
  const stopTheme = engine.theme.start();
  await Promise.all([
    engine.evaluator.load(),
    ...registry.names('view').map((name) => registry.load('view', name)),
  ]);
  const account = { login: 'sample', permissions: [] };
  engine.session.set({ status: 'in', account, properties: {}, expired: false });
  const drawn = (
    <EngineProvider engine={engine}>
      <RegistryContext value={registry}>
        <AddressRouter>
          <ScreensContext value={{ entries: [], load: loadScreen }}>
            <ScreenView screen={screen} params={{}} />
            <DialogHost />
            <ConfirmHost />
          </ScreensContext>
        </AddressRouter>
      </RegistryContext>
    </EngineProvider>
  );
  return {
    drawn,
    end() {
      stopTheme();
      engine.end();
    },
  };
}

/** Returns the names of what is registered, by kind. */
export const registered = (kind: Kind): string[] => productParts().registry.names(kind);
