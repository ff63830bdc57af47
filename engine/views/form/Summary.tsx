/** The errors that block the form, at its top: links to the fields, and messages without a field. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import { Banner } from '../../ui/banner.tsx';
import { useForm, useStatus } from './context.ts';

/** Number of links shown at first; the rest can be expanded. */
const SHOWN = 6;

/** `refused` is incremented at each refused submit, which moves the focus here. */
export function Summary({ refused }: { refused: number }): ReactNode {
  const { t } = useLocale();
  const { controller, focusField } = useForm();
  const { store, plan } = controller;
  useStatus((status) => status.errors);
  const [all, setAll] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!refused) return;
    // After a refused sign-in the password is typed again, so it gets the focus; the refusal is announced as an alert.
    const secret = store.errors.size === 0 && plan.spots.find(({ field }) => field.widget === 'password');
    if (secret) return focusField(secret.key);
    // In the frame that lays out the errors anyway: an immediate focus would cause a second layout.
    const frame = requestAnimationFrame(() => {
      box.current?.focus({ preventScroll: true });
      box.current?.scrollIntoView?.({ block: 'nearest' });
    });
    return () => cancelAnimationFrame(frame);
  }, [refused, store, plan, focusField]);
  const keys = refused
    ? inOrder(
        [...store.errors.keys()],
        plan.spots.map((spot) => spot.key),
      )
    : [];
  if (!keys.length && !store.unplaced.length) return null;
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Banner tone="danger">
        {keys.length > 0 && <p className="font-medium">{t('engine.form.refused', { count: keys.length })}</p>}
        {store.unplaced.map((message) => (
          <p key={message}>{message}</p>
        ))}
        <ul className="mt-1 flex flex-col gap-0.5">
          {(all ? keys : keys.slice(0, SHOWN)).map((key) => (
            <li key={key}>
              <button
                type="button"
                onClick={() => focusField(key)}
                className="text-left underline decoration-danger-line underline-offset-2 hover:decoration-current"
              >
                {controller.labelAt(key)}
              </button>
              {': '}
              {store.errors.get(key)}
            </li>
          ))}
        </ul>
        {!all && keys.length > SHOWN && (
          <button
            type="button"
            onClick={() => setAll(true)}
            className="mt-1 text-muted underline underline-offset-2 hover:text-ink"
          >
            {t('engine.form.moreErrors', { count: keys.length - SHOWN })}
          </button>
        )}
      </Banner>
    </div>
  );
}

/** Sorts keys by the order of the fields in the form; items of a list come after the list's own error. */
function inOrder(keys: string[], order: string[]): string[] {
  if (keys.length < 2) return keys;
  const rank = new Map(order.map((key, i) => [key, i]));
  const rankOf = (key: string): number => {
    for (let at = key; at; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
      const found = rank.get(at);
      if (found !== undefined) return found;
    }
    return order.length;
  };
  return keys
    .map((key) => [rankOf(key), key] as const)
    .sort(([a], [b]) => a - b)
    .map(([, key]) => key);
}
