/** Creates the context of a form; see context.ts. */
import type { CompiledField } from '../../language/compiled.ts';
import type { FieldEntry, FormParts } from './context.ts';
import type { FormController } from './controller.ts';
import { partsAround } from './plan.ts';

/** @param id prefix of the ids of its controls, unique in the document */
export function makeParts(
  controller: FormController,
  { id, long, RunFields }: Pick<FormParts, 'id' | 'long' | 'RunFields'>,
): FormParts {
  const entries = new Map<string, FieldEntry>();
  const openers = new Map<string, (pane: string) => void>();
  const { store } = controller;
  return {
    controller,
    id,
    long,
    RunFields,
    openers,
    entry(key: string, field: CompiledField): FieldEntry {
      const found = entries.get(key);
      if (found) return found;
      const entry: FieldEntry = {
        key,
        id: `${id}-${key}`,
        field,
        onChange: (value) => controller.change(key, value),
        onBlur: () => controller.leave(key),
        onUnread: (unread) => controller.keepUnread(key, unread),
        subscribe: store.subscriber(key),
        version: () => store.version(key),
      };
      entries.set(key, entry);
      return entry;
    },
    focusField(key) {
      for (const { panes, id: pane } of partsAround(controller.plan, key).panes) openers.get(panes)?.(pane);
      focusSoon(() => controlOf(`${id}-${key}`), FRAMES);
    },
    focusItem: (key) => focusSoon(() => firstWithin(`${id}-${key}.`), FRAMES),
  };
}

/** Number of frames to wait for the fields of a pane that was just opened. */
const FRAMES = 20;

function focusSoon(find: () => HTMLElement | null, frames: number): void {
  const control = find();
  if (control) control.focus();
  else if (frames) requestAnimationFrame(() => focusSoon(find, frames - 1));
}

/** The first control whose id begins with the given one. */
const firstWithin = (id: string): HTMLElement | null =>
  document.querySelector(
    ['input', 'select', 'textarea', 'button'].map((tag) => `${tag}[id^="${CSS.escape(id)}"]`).join(),
  );

/** The control with this id, or the first one in the group that it names. */
export function controlOf(id: string): HTMLElement | null {
  return (
    document.getElementById(id) ??
    document
      .getElementById(`${id}-label`)
      ?.parentElement?.querySelector<HTMLElement>('input, button, select, textarea') ??
    null
  );
}
