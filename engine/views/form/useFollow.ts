/** Subscriptions of an open form: the page's scope, its record, the language, the Save key. */
import { useEffect, useRef, type RefObject } from 'react';
import { usePage } from '../../page/page.ts';
import type { Matters } from '../../routing/history.ts';
import { useStore } from '../../data/store.ts';
import { useNamed } from '../named.ts';
import { useUnsaved } from '../../page/scope.ts';
import type { FormParts } from './context.ts';
import type { FormController } from './controller.ts';
import { useLeaveGuard } from './leave.ts';
import type { Tree } from './store.ts';

interface Leaving {
  /** Navigations within the page that leave the form. */
  matters: Matters | undefined;
  /** Called when the user chose to lose the input. */
  left: (() => void) | undefined;
}

export function useFollow(
  controller: FormController,
  record: Tree | undefined,
  locale: string,
  allowed: boolean,
  { matters, left }: Leaving,
): void {
  const { scope, dialog } = usePage();
  const { store } = controller;
  useEffect(() => scope.subscribe(() => controller.recompute()), [scope, controller]);
  useEffect(() => () => controller.stop(), [controller]);
  useEffect(() => controller.allow(allowed), [controller, allowed]);
  // A reloaded record replaces the shown values, never the input.
  useEffect(() => {
    const { dirty, submitting } = store.status;
    if (record && record !== controller.record && !dirty && !submitting) controller.rebase(record);
  }, [controller, store, record]);
  const shownLocale = useRef(locale);
  useEffect(() => {
    if (shownLocale.current === locale) return;
    shownLocale.current = locale;
    controller.refreshErrors();
  }, [controller, locale]);
  const dirty = useStore(store.statusStore, (status) => status.dirty);
  useUnsaved(dirty);
  useLeaveGuard(controller.isDirty, dirty && !dialog, { matters, left });
}

/** Focuses the field that a link names once its form is rendered. */
export function useNamedField({ controller, focusField }: FormParts): void {
  const named = useNamed();
  useEffect(() => {
    if (controller.plan.byKey.has(named.name)) focusField(named.name);
  }, [named, controller, focusField]);
}

const SAVE_KEYS = ['KeyS', 'Enter', 'NumpadEnter'];

/** Ctrl+S and Ctrl+Enter save the form that has the focus; without a focus, the form of the page or of the open dialog. */
export function useSaveKey(
  element: RefObject<HTMLFormElement | null>,
  inDialog: boolean,
  save: () => void,
): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !SAVE_KEYS.includes(event.code)) return;
      const focused = document.activeElement as HTMLElement | null;
      const covered = !inDialog && document.querySelector('[role=dialog][aria-modal=true]') !== null;
      const own = element.current?.contains(focused) ?? false;
      if (event.defaultPrevented || covered || (!own && focused?.closest('form'))) return;
      event.preventDefault();
      // The typed text is committed when its control loses the focus.
      if (own) focused?.blur();
      if (own) focused?.focus();
      latest.current();
    };
    const form = element.current;
    form?.addEventListener('keydown', holdEnter);
    document.addEventListener('keydown', onKey);
    return () => {
      form?.removeEventListener('keydown', holdEnter);
      document.removeEventListener('keydown', onKey);
    };
  }, [element, inDialog]);
}

/** Enter in a search field of a panel selects there and must not submit the form. */
function holdEnter(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  const panel = target.tagName === 'INPUT' && target.closest('[popover]');
  if (event.key === 'Enter' && panel && (event.currentTarget as Element).contains(panel))
    event.preventDefault();
}
