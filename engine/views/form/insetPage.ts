/** The page for a view within a form: its scope has the form's values in addition. */
import type { Store } from '../../data/store.ts';
import type { Scope } from '../../language/evaluate.ts';
import type { Page } from '../../page/page.ts';
import type { FormController } from './controller.ts';

export function insetPage(page: Page, controller: FormController): Page {
  return { ...page, scope: scopeOf(page.scope, controller) };
}

/** Combines both stores; returns the same object until one of them changes. */
function scopeOf(base: Store<Scope>, controller: FormController): Store<Scope> {
  const { store } = controller;
  let known: readonly unknown[] = [];
  let scope: Scope = {};
  return {
    get() {
      const now = [base.get(), store.values, store.hidden];
      if (now.some((part, i) => part !== known[i])) {
        known = now;
        scope = { ...base.get(), form: controller.visible() };
      }
      return scope;
    },
    set: base.set,
    subscribe(listener) {
      const ends = [base.subscribe(listener), store.subscribeAny(listener)];
      return () => ends.forEach((end) => end());
    },
  };
}
