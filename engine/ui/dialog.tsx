/** The frame of every dialog. Its code is loaded with the first dialog. */
import { Suspense, useEffect, type ReactNode } from 'react';
import { useEngine } from '../data/engine.ts';
import { lazyComponent } from './lazy.tsx';

export interface DialogFrameProps {
  title: ReactNode;
  size?: 'small' | 'medium' | 'wide' | 'full' | 'side';
  /** Called for the close icon, Esc and a click outside; the dialog's owner then unmounts it. */
  onClose: () => void;
  /** Buttons at the foot. */
  footer?: ReactNode;
  /** Message that must be confirmed before the dialog closes; without it the dialog closes without confirmation. */
  confirmClose?: string;
  /** `false` allows closing only through the dialog's own buttons. */
  closeable?: boolean;
  /** `alertdialog` for a question that must be answered before anything else. */
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
}

const { Component, preload } = lazyComponent(
  async () => (await import('./dialogPanel.tsx')).DialogPanelFrame,
);

/** Loads the dialog's code before it is needed. */
export const preloadDialog = preload;

export function DialogFrame(props: DialogFrameProps) {
  const { focus } = useEngine();
  useEffect(() => focus.restore, [focus]);
  return (
    <Suspense fallback={null}>
      <Component {...props} />
    </Suspense>
  );
}
