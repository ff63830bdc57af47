/** The frame of every dialog. What draws it loads with the first dialog. */
import { Suspense, useEffect, type ReactNode } from 'react';
import { useEngine } from '../data/engine.ts';
import { lazyComponent } from './lazy.tsx';

export interface DialogFrameProps {
  title: ReactNode;
  size?: 'small' | 'medium' | 'wide' | 'full' | 'side';
  /** Close icon, Esc and a click outside; the dialog's owner then takes it away. */
  onClose: () => void;
  /** Buttons at the foot. */
  footer?: ReactNode;
  /** The question that must be answered with yes before the dialog closes; without it nothing is asked. */
  confirmClose?: string;
  /** `false` leaves only the dialog's own buttons as ways out. */
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
