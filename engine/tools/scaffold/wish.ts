/** What an author asks for, and what comes of it. */
import type { SourceFile } from '../../language/source.ts';

export interface Wish {
  kind: 'screen' | 'tab' | 'record';
  /** An operation; for a record its name in `x-resources`. */
  of: string;
  /** Of the screen; made of the parent and `of` if not given. */
  id?: string;
  /** The page of tabs that it becomes a tab of. */
  parent?: string;
  /** Of the list, if it is no tab. */
  route?: string;
  /** Group of the menu. */
  menu?: string;
  /** Place among tabs or in the menu; after the last if not given. */
  order?: number;
  /** By locale; what is missing is taken from the API file. */
  titles: Record<string, string>;
}

/** A text that the new screens name. */
export interface NewText {
  locale: string;
  key: string;
  text: string;
  /** Nobody wrote it in this language: it is made of a name. */
  guessed: boolean;
}

export interface Scaffold {
  screens: SourceFile[];
  /** Names the keys: `label` in `label.price`. */
  labels: string;
  texts: NewText[];
  /** What the API file offers and the language refuses, so that it was left out. */
  leftOut: string[];
}

/** Why nothing can be made: said to the author as it is. */
export class Unscaffoldable extends Error {}
