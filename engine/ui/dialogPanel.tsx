import { useEffect, useRef, type RefObject } from 'react';
import { Dialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { IconButton } from './button.tsx';
import { closingQuestion } from './confirmStore.ts';
import { cx } from './cx.ts';
import type { DialogFrameProps } from './dialog.tsx';

const SIZES = {
  small: 'animate-[appear_120ms] rounded-lg max-w-[27rem]',
  medium: 'animate-[appear_120ms] rounded-lg max-w-[42rem]',
  wide: 'animate-[appear_120ms] rounded-lg max-w-[62.5rem]',
  full: 'animate-[appear_120ms] rounded-lg max-w-none h-full',
  side: 'animate-[slide_160ms_ease-out] max-w-[36rem] h-full',
};

export function DialogPanelFrame({
  title,
  size = 'medium',
  onClose,
  footer,
  confirmClose,
  closeable = true,
  role = 'dialog',
  children,
}: DialogFrameProps) {
  const { questions } = useEngine();
  const { t } = useLocale();
  const dialog = useRef<HTMLDivElement>(null);
  useFocusWithin(dialog);
  const close = async () => {
    if (!closeable) return;
    if (confirmClose && !(await questions.confirm(closingQuestion(t, confirmClose)))) return;
    onClose();
  };
  return (
    <Dialog
      ref={dialog}
      open
      role={role}
      data-part={role === 'alertdialog' ? 'confirm' : 'dialog'}
      onClose={() => void close()}
      className="relative z-50"
    >
      <DialogBackdrop className="fixed inset-0 animate-[fade_120ms] bg-shade" />
      <div
        className={cx(
          'fixed inset-0 flex items-center',
          size === 'side' ? 'justify-end' : 'justify-center p-2 sm:p-6',
        )}
      >
        <DialogPanel
          className={cx('flex max-h-full w-full flex-col overflow-hidden bg-surface shadow-pop', SIZES[size])}
        >
          <div
            data-part="dialog-head"
            className="flex items-center gap-3 border-b border-line py-2 pr-2 pl-5"
          >
            <DialogTitle className="min-w-0 flex-1 truncate text-lg font-semibold">{title}</DialogTitle>
            {closeable && <IconButton icon="close" label={t('engine.close')} onClick={() => void close()} />}
          </div>
          {/* The bottom padding is inside the scrolled content, so that a sticky form foot reaches the very edge. */}
          <div data-part="dialog-body" className="min-h-0 flex-1 overflow-y-auto px-5 pt-4">
            <div className="pb-4 has-[[data-part=form-foot]]:pb-0">{children}</div>
          </div>
          {footer && (
            <div
              data-part="dialog-foot"
              className="flex flex-wrap justify-end gap-2 border-t border-line bg-raised px-5 py-3"
            >
              {footer}
            </div>
          )}
        </DialogPanel>
      </div>
    </Dialog>
  );
}

/** The page behind, from which a dialog takes the focus; toasts and tools next to it keep theirs. */
const BEHIND = ':is(main, header, nav)';
const MODAL = ':is([role=dialog], [role=alertdialog])[aria-modal=true]';

/** Moves the focus back into the dialog: a menu that opened it focuses its button on closing, which may be later. */
function useFocusWithin(dialog: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const keep = () => {
      const own = dialog.current;
      const on = document.activeElement;
      const top = [...document.querySelectorAll(MODAL)].at(-1) === own;
      if (top && on?.closest(BEHIND) && !on.closest(MODAL)) own?.focus();
    };
    const soon = requestAnimationFrame(keep);
    document.addEventListener('focusin', keep);
    return () => {
      cancelAnimationFrame(soon);
      document.removeEventListener('focusin', keep);
    };
  }, [dialog]);
}
