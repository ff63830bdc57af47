/** Open confirmations that wait for the user's answer. */
import { createStore, type Store } from '../data/store.ts';
import { useEngine } from '../data/engine.ts';

declare module '../data/engine.ts' {
  interface Engine {
    readonly questions: Questions;
  }
}

export interface Question {
  title?: string;
  message: string;
  confirmLabel?: string;
  cancelLabel?: string;
  tone?: 'primary' | 'danger';
  /** A message with one button, without a decision. */
  inform?: true;
}

/** The confirmation before closing a dialog whose content would be lost; `t` is the locale's. */
export const closingQuestion = (t: (key: string) => string, message: string): Question => ({
  title: t('engine.dialog.closeTitle'),
  message,
  confirmLabel: t('engine.dialog.closeYes'),
  tone: 'danger',
});

export interface OpenQuestion extends Question {
  id: number;
  answer(yes: boolean): void;
}

export interface Questions extends Store<readonly OpenQuestion[]> {
  /** Asks the user in a dialog; resolves to whether the answer was yes. */
  confirm(question: Question): Promise<boolean>;
}

export function createQuestions(): Questions {
  const store = createStore<readonly OpenQuestion[]>([]);
  let lastId = 0;
  return {
    ...store,
    confirm: (question) =>
      new Promise((resolve) => {
        const id = ++lastId;
        const answer = (yes: boolean) => {
          store.set((open) => open.filter((one) => one.id !== id));
          resolve(yes);
        };
        store.set((open) => [...open, { ...question, id, answer }]);
      }),
  };
}

/**
 * Returns a function that asks the user in a dialog and resolves to whether the answer was yes.
 * @example const confirm = useConfirm(); if (await confirm({ message: t('book.remove') })) …
 */
export function useConfirm(): Questions['confirm'] {
  return useEngine().questions.confirm;
}
