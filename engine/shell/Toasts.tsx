/** Toasts in the corner; announced by screen readers, and kept while the pointer or the focus is on them. */
import { createPortal } from 'react-dom';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { useStore } from '../data/store.ts';
import type { ShownToast, ToastType } from '../data/toasts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { ProgressBar } from '../ui/progress.tsx';

const LOOKS: Record<ToastType, { icon: string; className: string }> = {
  info: { icon: 'info', className: 'text-info' },
  success: { icon: 'check', className: 'text-success' },
  warning: { icon: 'warning', className: 'text-warning' },
  error: { icon: 'error', className: 'text-danger' },
  plain: { icon: '', className: '' },
};

export function Toasts() {
  const { toasts } = useEngine();
  useLocale();
  const shown = useStore(toasts);
  // Outside the app's root: an open dialog makes that root inert, and toasts there would not be announced.
  return createPortal(
    <div
      data-part="toasts"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 bottom-3 z-[1200] [body:has([data-part=form-foot])_&]:bottom-20 flex flex-col items-end gap-2 sm:left-auto sm:w-96"
    >
      {shown.map((one) => (
        <ToastCard key={one.id} toast={one} />
      ))}
    </div>,
    document.body,
  );
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const { toasts } = useEngine();
  const { t } = useLocale();
  const { icon, className } = LOOKS[toast.type];
  return (
    <div
      role={toast.type === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => toasts.hold(toast.id)}
      onPointerLeave={() => toasts.resume(toast.id)}
      onFocus={() => toasts.hold(toast.id)}
      onBlur={() => toasts.resume(toast.id)}
      className="pointer-events-auto flex w-full animate-[appear_120ms_ease-out] items-start gap-2.5 rounded-lg border border-line bg-surface p-3 shadow-pop"
    >
      {icon && (
        <span className={cx('mt-1', className)}>
          <Icon name={icon} />
        </span>
      )}
      <div className="min-w-0 flex-1 py-1">
        <p className="break-words whitespace-pre-line">{toast.text}</p>
        {toast.progress !== undefined && <ProgressBar value={toast.progress} label={toast.text} />}
        {toast.button && (
          <Button size="s" className="mt-2" onClick={toast.button.onSelect}>
            {toast.button.label}
          </Button>
        )}
      </div>
      <IconButton icon="close" size="s" label={t('engine.close')} onClick={() => toasts.dismiss(toast.id)} />
    </div>
  );
}
