/**
 * The door for those who show the product in a page of their own: the whole of it at an address, as often as asked,
 * or a screen by itself.
 */
import type { ReactNode } from 'react';
import { session } from '../access/session.ts';
import { initLocale, setLocale } from '../data/locale.ts';
import { forgetReplies } from '../data/operations.ts';
import { toasts } from '../data/toasts.ts';
import { RegistryContext } from '../registry/context.ts';
import { loadEvaluator } from '../language/evaluate.ts';
import type { CompiledScreen } from '../language/compiled.ts';
import type { Kind } from '../registry/define.ts';
import { AddressRouter } from '../routing/AddressRouter.tsx';
import { navigateTo } from '../routing/history.ts';
import { setEntries } from '../routing/place.ts';
import { setAccent, setDark, startTheme } from '../shell/theme.ts';
import { ConfirmHost } from '../ui/confirm.tsx';
import { DialogHost } from '../views/dialogs/DialogHost.tsx';
import { openDialog, dialogs } from '../views/dialogs/store.ts';
import { ScreensContext } from '../page/screens.ts';
import { ScreenView } from '../views/ScreenView.tsx';
import { createApp } from './createApp.tsx';
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
export { t } from '../data/locale.ts';
export { nodesOf } from '../workshop/address.ts';
export { inputOf, placeOf } from '../workshop/place.ts';

export interface Look {
  locale: string;
  dark: boolean;
  /** Colour of the instance; the product's own if not given. */
  accent?: string;
}

export const { app, entries, loadScreen } = productParts();

async function wear({ locale, dark, accent }: Look): Promise<void> {
  setDark(dark);
  if (accent) setAccent(accent);
  await setLocale(locale);
}

export interface ScreenPreview extends Look {
  root: HTMLElement;
  /** Path and query of the screen, its parameters filled in. */
  address: string;
  /** A screen that is opened over it, and what it is given. */
  dialog?: { id: string; input: Record<string, unknown> };
}

/** Shows the product at an address, to whom the session cookie names; what comes back takes it away. */
export async function previewScreen({ root, address, dialog, ...look }: ScreenPreview): Promise<() => void> {
  // Whoever was shown before, and all that it knew, is gone.
  session.set({ status: 'loading', properties: {}, expired: false });
  dialogs.set([]);
  toasts.set([]);
  await forgetReplies({ askAgain: false });
  await navigateTo(address, { replace: true, unasked: true });
  const end = await createApp({ ...productParts(), root, inspect: true });
  await wear(look);
  if (dialog) void openDialog(dialog.id, dialog.input);
  return end;
}

/** Texts and theme for what is drawn without the product round it. */
export async function prepare(look: Look): Promise<void> {
  await initLocale(productParts().locales);
  await wear(look);
  startTheme();
}

/** A screen by itself, without the product's frame and without an address: its reader may do everything. */
export async function previewSample(screen: CompiledScreen, look: Look): Promise<ReactNode> {
  const { registry } = productParts();
  registry.seal();
  await prepare(look);
  await Promise.all([loadEvaluator(), ...registry.names('view').map((name) => registry.load('view', name))]);
  const account = { login: 'sample', permissions: [] };
  session.set({ status: 'in', account, properties: {}, expired: false });
  await forgetReplies({ askAgain: false });
  setEntries([]);
  return (
    <RegistryContext value={registry}>
      <AddressRouter>
        <ScreensContext value={{ entries: [], load: loadScreen }}>
          <ScreenView screen={screen} params={{}} />
          <DialogHost />
          <ConfirmHost />
        </ScreensContext>
      </AddressRouter>
    </RegistryContext>
  );
}

/** Names of what is registered, by kind. */
export const registered = (kind: Kind): string[] => productParts().registry.names(kind);
