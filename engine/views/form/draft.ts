/** The draft of one open form: stored a moment after each change, offered once, deleted by the save. */
import { useEffect, useState } from 'react';
import { useEngine } from '../../data/engine.ts';
import { usePage } from '../../page/page.ts';
import { useScreens } from '../../page/screens.ts';
import type { Stored } from '../../data/storage.ts';
import type { FormController } from './controller.ts';
import { draftKey, enteredIn, readDraft, writeDraft, type Draft } from './drafts.ts';
import { pathOf } from './paths.ts';

/** Milliseconds from the last change until the draft is stored. */
const PAUSE = 500;

export class FormDraft {
  /** The draft of an earlier visit, until the user has decided. */
  offered: Draft | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Time of the last change that is not stored yet. */
  #changed: number | undefined;

  constructor(
    readonly controller: FormController,
    readonly key: string,
    readonly storage: Stored,
  ) {
    const draft = readDraft(storage, key);
    const known = Object.keys(draft?.values ?? {}).filter((name) => controller.plan.byKey.has(name));
    if (draft && known.length) this.offered = draft;
  }

  /** Subscribes to the form; the returned function stores pending changes and unsubscribes. */
  watch(): () => void {
    const note = () => {
      this.#changed = Date.now();
      this.#timer ??= setTimeout(this.#due, PAUSE);
    };
    const stop = this.controller.store.subscribeAny(note);
    const flush = () => this.#write();
    window.addEventListener('pagehide', flush);
    return () => {
      stop();
      flush();
      window.removeEventListener('pagehide', flush);
    };
  }

  /** Deletes the draft after a save, or when the user discards it. */
  drop = (): void => {
    this.#settle();
    this.offered = undefined;
    writeDraft(this.storage, this.key, undefined);
  };

  /** Sets the offered values in the form, as unsaved changes. */
  apply(): void {
    const { controller, offered } = this;
    this.offered = undefined;
    for (const [name, value] of Object.entries(offered?.values ?? {}))
      if (controller.plan.byKey.has(name)) controller.change(name, value ?? emptyAt(controller, name));
    controller.settleDirty();
  }

  /** One timer runs during a burst of changes: a new timer per keystroke would cost more than checking again. */
  #due = (): void => {
    const rest = this.#changed! + PAUSE - Date.now();
    if (rest > 0) this.#timer = setTimeout(this.#due, rest);
    else this.#write();
  };

  #settle(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#changed = undefined;
  }

  #write(): void {
    const changed = this.#changed !== undefined;
    this.#settle();
    if (!changed) return;
    // The offered draft is kept although other fields were edited meanwhile.
    const values = { ...this.offered?.values, ...enteredIn(this.controller) };
    const { record } = this.controller;
    const draft = { saved: Date.now(), version: record?.version ?? null, values };
    writeDraft(this.storage, this.key, Object.keys(values).length ? draft : undefined);
  }
}

const emptyAt = ({ plan }: FormController, key: string): null | undefined =>
  plan.byKey.get(key)?.field.nullable ? null : undefined;

/** Undefined for forms of public pages and for read-only forms. */
export function useFormDraft(controller: FormController): FormDraft | undefined {
  const { session, storage } = useEngine();
  const page = usePage();
  const { entries } = useScreens();
  const [draft] = useState(() => {
    const { status, account } = session.get();
    const isPublic = entries.find(({ id }) => id === page.screen.id)?.public === true;
    if (status !== 'in' || !account || isPublic || controller.store.status.readOnly) return undefined;
    const { input } = page.scope.get();
    const identity = [page.screen.id, controller.form.at, page.params, page.dialog ? input : null];
    return new FormDraft(controller, draftKey(account.login, identity), storage);
  });
  useEffect(() => {
    if (!draft) return;
    const login = session.get().account?.login;
    const stop = draft.watch();
    return () => {
      // Closing a dialog discards its draft, unless the dialog closed because the session ended.
      const { status, account } = session.get();
      if (page.dialog && status === 'in' && account?.login === login) draft.drop();
      stop();
    };
  }, [session, draft, page.dialog]);
  return draft;
}

/** The labels of the fields that a draft would fill. */
export const draftLabels = ({ controller, offered }: FormDraft): string[] =>
  Object.keys(offered?.values ?? {}).flatMap((key) => {
    const spot = controller.plan.byKey.get(key);
    return spot && pathOf(key).length ? [controller.text(spot.field.label)] : [];
  });
