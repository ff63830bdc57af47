/** Messages between the workshop and its worker. Every request has a number, and its answer the same number. */
import type { ProjectFiles } from '../language/project.ts';
import type { explainAt, Suggested } from './complete.ts';
import type { Written } from './names.ts';
import type { Answer, EditedFile, ScreenFile } from './compiler.ts';

export interface Opened {
  screens: ScreenFile[];
  edited: EditedFile[];
  dictionaries: string[];
}

/** A place in a text, and the kind of its file. */
interface InText {
  text: string;
  offset: number;
  written: Written;
}

export interface Questions {
  open: { ask: { files: ProjectFiles }; answer: Opened };
  text: { ask: { file: string }; answer: string };
  compile: { ask: { id: string; file: string; text: string }; answer: Answer };
  /** An address at which a screen can be shown, with a real record; undefined when none is found. */
  address: { ask: { id: string }; answer: string | undefined };
  suggest: { ask: InText; answer: Suggested };
  explain: { ask: InText; answer: ReturnType<typeof explainAt> };
}

export type Kind = keyof Questions;
export type Question<K extends Kind = Kind> = {
  [Each in K]: { number: number; kind: Each; ask: Questions[Each]['ask'] };
}[K];
export type Reply = { number: number; answer: unknown } | { number: number; error: string };
