/** The draft of one open form: written a moment after each change, offered once, gone with the save. */
import { useEffect, useState } from 'react';
import { useEngine } from '../../data/engine.ts';
import { usePage } from '../../page/page.ts';
import { useScreens } from '../../page/screens.ts';
import type { Stored } from '../../data/storage.ts';
import type { FormController } from './controller.ts';
import { draftKey, enteredIn, readDraft, writeDraft, type Draft } from './drafts.ts';
import { pathOf } from './paths.ts';

/** From the last change to the writing, in milliseconds. */
const PAUSE = 500;

export class FormDraft {
  /** What an earlier visit left, until the reader has decided. */
  offered: Draft | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the last change was made that is not written yet. */
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

  /** Follows the form; the function that comes back writes what is left and ends it. */
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

  /** Saved, or given up by the reader. */
  drop = (): void => {
    this.#settle();
    this.offered = undefined;
    writeDraft(this.storage, this.key, undefined);
  };

  /** Puts the offered values into the form; they are unsaved like any others. */
  apply(): void {
    const { controller, offered } = this;
    this.offered = undefined;
    for (const [name, value] of Object.entries(offered?.values ?? {}))
      if (controller.plan.byKey.has(name)) controller.change(name, value ?? emptyAt(controller, name));
    controller.settleDirty();
  }

  /** One timer runs on through a burst of changes: to start another for each keystroke costs more than to look again. */
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
    // What is still offered is not lost because something else was typed meanwhile.
    const values = { ...this.offered?.values, ...enteredIn(this.controller) };
    const { record } = this.controller;
    const draft = { saved: Date.now(), version: record?.version ?? null, values };
    writeDraft(this.storage, this.key, Object.keys(values).length ? draft : undefined);
  }
}

const emptyAt = ({ plan }: FormController, key: string): null | undefined =>
  plan.byKey.get(key)?.field.nullable ? null : undefined;

/** None for forms of public pages and for those that can only be read. */
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
      // A dialog that the reader closed was given up; one that went with the session was not.
      const { status, account } = session.get();
      if (page.dialog && status === 'in' && account?.login === login) draft.drop();
      stop();
    };
  }, [session, draft, page.dialog]);
  return draft;
}

/** The labels of what a draft would fill in. */
export const draftLabels = ({ controller, offered }: FormDraft): string[] =>
  Object.keys(offered?.values ?? {}).flatMap((key) => {
    const spot = controller.plan.byKey.get(key);
    return spot && pathOf(key).length ? [controller.text(spot.field.label)] : [];
  });
