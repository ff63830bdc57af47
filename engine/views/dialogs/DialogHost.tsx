/** Shows the open dialogs, each a separate screen, one above another. */
import { useEffect, useState, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useEngine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import { useStore } from '../../data/store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { ActionBar } from '../actions/ActionBar.tsx';
import { Watchers } from '../actions/Watchers.tsx';
import { PageProvider } from '../../page/PageProvider.tsx';
import { usePage } from '../../page/page.ts';
import { useHolds } from '../../page/scope.ts';
import { useScreens } from '../../page/screens.ts';
import { useTextOf } from '../../page/text.ts';
import { BrokenView } from '../BrokenView.tsx';
import { View } from '../view.tsx';
import type { OpenDialog } from './store.ts';

/** Rendered once, beside the pages. */
export function DialogHost(): ReactNode {
  const { dialogs } = useEngine();
  return useStore(dialogs).map((dialog) => (
    <ErrorBoundary
      key={dialog.id}
      fallbackRender={({ error, resetErrorBoundary }) => (
        <BrokenDialog dialog={dialog} error={error} onRetry={resetErrorBoundary} />
      )}
    >
      <ScreenDialog dialog={dialog} />
    </ErrorBoundary>
  ));
}

/** Shows an error thrown by a dialog's page or frame in a dialog that can be closed; the page below is not affected. */
function BrokenDialog({ dialog, error, onRetry }: { dialog: OpenDialog; error: unknown; onRetry(): void }) {
  const { t } = useLocale();
  const { entries } = useScreens();
  const id = typeof dialog.screen === 'string' ? dialog.screen : dialog.screen.id;
  const file = entries.find((entry) => entry.id === id)?.file ?? '';
  return (
    <DialogFrame title={t('engine.dialog.failed')} onClose={() => dialog.close()}>
      <BrokenView file={file} at={id} error={error} onRetry={onRetry} />
    </DialogFrame>
  );
}

function ScreenDialog({ dialog }: { dialog: OpenDialog }): ReactNode {
  const { toasts } = useEngine();
  const { t } = useLocale();
  const { load } = useScreens();
  const { screen: named } = dialog;
  const [screen, setScreen] = useState(typeof named === 'string' ? undefined : named);
  useEffect(() => {
    if (typeof named !== 'string') return undefined;
    let gone = false;
    load(named).then(
      (loaded) => !gone && setScreen(loaded),
      (error: unknown) => {
        console.error(`The dialog "${named}" could not be opened`, error);
        toasts.show({ type: 'error', text: t('engine.dialog.failed') });
        dialog.close();
      },
    );
    return () => {
      gone = true;
    };
  }, [toasts, t, load, dialog, named]);
  if (!screen) return null;
  return (
    <PageProvider
      screen={screen}
      params={NO_PARAMS}
      input={dialog.input}
      dialog={dialog}
      frame={Frame}
      {...(dialog.conditions ? { conditions: dialog.conditions } : {})}
    >
      <DialogBody />
      <Watchers />
    </PageProvider>
  );
}

const NO_PARAMS = {};

const NEVER = { const: false };

/** Rendered around the dialog's view, also while its records load. */
function Frame({ children }: { children: ReactNode }): ReactNode {
  const { t } = useLocale();
  const { screen, dialog, unsaved } = usePage();
  const title = useTextOf(screen.title);
  const question = useTextOf(screen.dialog?.confirmClose);
  const hasUnsaved = useStore(unsaved) > 0;
  const needsConfirm = useHolds(screen.dialog?.unsavedWhen ?? NEVER) || hasUnsaved;
  return (
    <DialogFrame
      title={title}
      size={screen.dialog?.size ?? 'medium'}
      onClose={() => dialog?.close()}
      {...(needsConfirm ? { confirmClose: question || t('engine.form.leave') } : {})}
      {...(screen.buttons.length
        ? { footer: <ActionBar actions={screen.buttons} className="justify-end" /> }
        : {})}
    >
      {children}
    </DialogFrame>
  );
}

/** The view of a dialog screen; its title and buttons are in the frame. */
function DialogBody(): ReactNode {
  const { screen } = usePage();
  const lead = useTextOf(screen.lead);
  return (
    <div data-screen={screen.id} className="contents">
      {lead && <p className="mb-4 whitespace-pre-line text-ink">{lead}</p>}
      <View view={screen.view} />
    </div>
  );
}
