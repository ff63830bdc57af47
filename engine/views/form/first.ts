/** The initial focus in a form that is opened for input: in a dialog, or on the sign-in page. */
import { useEffect, type RefObject } from 'react';
import type { FormParts } from './context.ts';
import { controlOf } from './parts.ts';
import { getAt, isEmpty } from './paths.ts';
import { hiddenMode } from './place.ts';

/** Number of frames to wait for fields whose code is still loading. */
const FRAMES = 60;

/** Focuses the first required empty field, or else the first field, unless something else has the focus already. */
export function useFirstField(
  parts: FormParts,
  form: RefObject<HTMLFormElement | null>,
  begins: boolean,
): void {
  useEffect(() => {
    // An on-screen keyboard would cover content that the user has not seen yet.
    if (!begins || window.matchMedia?.('(pointer: coarse)').matches) return undefined;
    let frames = FRAMES;
    let frame = 0;
    const look = () => {
      const on = document.activeElement;
      if (!form.current || (on && !on.contains(form.current))) return;
      const found = firstOf(parts);
      if (found === 'waits' && frames--) frame = requestAnimationFrame(look);
      else if (typeof found === 'object') {
        parts.controller.beginAt(found.key);
        found.control.focus({ preventScroll: true });
      }
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [parts, form, begins]);
}

function firstOf({
  controller: { plan, store },
  id,
}: FormParts): { key: string; control: HTMLElement } | 'waits' | undefined {
  if (store.status.readOnly) return undefined;
  const spots = plan.spots.filter(
    ({ key, field }) =>
      !key.includes('*') &&
      field.value === undefined &&
      !hiddenMode(store.hidden, key) &&
      !store.locked.has(key),
  );
  if (spots[0] && !spots[0].panes.length && !controlOf(`${id}-${spots[0].key}`)) return 'waits';
  const there = spots.flatMap(({ key, field }) => {
    const control = controlOf(`${id}-${key}`);
    return control && !control.matches(':disabled, [readonly]') ? [{ key, field, control }] : [];
  });
  return there.find(({ field }) => field.required && isEmpty(getAt(store.values, field.path))) ?? there[0];
}
