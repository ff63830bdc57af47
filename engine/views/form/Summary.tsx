/** What keeps the form from being sent, at its top: links to the fields, and what belongs to no field. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import { Banner } from '../../ui/banner.tsx';
import { useForm, useStatus } from './context.ts';
import { spotAt } from './plan.ts';

/** More links than these help nobody; the rest unfold. */
const SHOWN = 6;

/** `refused` rises with each attempt to send that was refused: then the focus comes here. */
export function Summary({ refused }: { refused: number }): ReactNode {
  const { t } = useLocale();
  const { controller, focusField } = useForm();
  const { store, plan } = controller;
  useStatus((status) => status.errors);
  const [all, setAll] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!refused) return;
    // What was typed unseen is what is typed again; the refusal itself is read out as an alert.
    const secret = store.errors.size === 0 && plan.spots.find(({ field }) => field.widget === 'password');
    if (secret) return focusField(secret.key);
    // In the frame that lays the errors out anyway: to focus at once would have the page laid out twice.
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
                {controller.text(spotAt(plan, key)!.field.label)}
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

/** As the fields stand in the form; items of a list after the list's own error. */
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
