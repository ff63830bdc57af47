/**
 * The drag handle of a row. With the keyboard, Space lifts, arrows move, Space drops, Esc cancels. When nothing can be
 * moved, it stays focusable and says why.
 */
import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject, type ReactNode } from 'react';
import { useLocale } from '../../../data/useLocale.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Order } from './useOrder.ts';

interface Props {
  order: Order;
  rowKey: string;
  handle: RefObject<HTMLButtonElement | null>;
}

export function OrderHandle({ order, rowKey, handle }: Props): ReactNode {
  const { t } = useLocale();
  const { reason, rows } = order;
  const lifted = order.lifted === rowKey;
  const place = order.placeOf(rowKey);
  const wasLifted = useRef(false);
  // A row that changes its place among its siblings loses the focus.
  useLayoutEffect(() => {
    if (wasLifted.current && lifted) handle.current?.focus();
    wasLifted.current = lifted;
  }, [handle, lifted, place]);
  const onKeyDown = (event: KeyboardEvent) => {
    const press = event.key === ' ' || event.key === 'Enter';
    if (press && lifted) order.drop();
    else if (press) order.lift(rowKey);
    else if (!lifted) return;
    else if (event.key === 'ArrowUp') order.shift(-1);
    else if (event.key === 'ArrowDown') order.shift(1);
    else if (event.key === 'Escape') order.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      ref={handle}
      type="button"
      aria-label={t('engine.order.handle', { place: place + 1, count: rows.length })}
      aria-pressed={lifted}
      aria-disabled={reason !== undefined}
      title={reason ?? t('engine.order.hint')}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        // Without `relatedTarget` the focus was lost because the row moved.
        if (lifted && event.relatedTarget) order.cancel();
      }}
      className={cx(
        'flex size-7 items-center justify-center rounded-md text-muted',
        reason ? 'cursor-not-allowed! opacity-40' : 'cursor-grab! hover:bg-hover hover:text-ink',
        lifted && 'bg-accent-strong text-accent-ink!',
      )}
    >
      <Icon name="drag" size={16} />
      {reason && <span className="sr-only">{reason}</span>}
    </button>
  );
}
