/** Questions with two answers that wait for the reader. */
import { createStore } from '../data/store.ts';

export interface Question {
  title?: string;
  message: string;
  confirmLabel?: string;
  cancelLabel?: string;
  tone?: 'primary' | 'danger';
  /** Nothing is asked: the reader is told, and closes it. */
  inform?: true;
}

export interface OpenQuestion extends Question {
  id: number;
  answer(yes: boolean): void;
}

export const questions = createStore<readonly OpenQuestion[]>([]);
let lastId = 0;

/** Asks the reader; resolves to whether the answer was yes. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const id = ++lastId;
    const answer = (yes: boolean) => {
      questions.set((open) => open.filter((one) => one.id !== id));
      resolve(yes);
    };
    questions.set((open) => [...open, { ...question, id, answer }]);
  });
}
