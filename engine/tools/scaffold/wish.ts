/** Types of what an author requests from the scaffold, and of its result. */
import type { SourceFile } from '../../language/source.ts';

export interface Wish {
  kind: 'screen' | 'tab' | 'record';
  /** An operation; for a record, its name in `x-resources`. */
  of: string;
  /** Id of the screen; derived from the parent and `of` by default. */
  id?: string;
  /** The page of tabs to which the screen is added as a tab. */
  parent?: string;
  /** Address of the list, unless it is a tab. */
  route?: string;
  /** Group of the menu. */
  menu?: string;
  /** Order among tabs or in the menu; after the last by default. */
  order?: number;
  /** Titles by locale; missing ones are taken from the API file. */
  titles: Record<string, string>;
}

/** A text that the new screens name. */
export interface NewText {
  locale: string;
  key: string;
  text: string;
  /** The text was not written in this language, but derived from a name. */
  guessed: boolean;
}

export interface Scaffold {
  screens: SourceFile[];
  /** Prefix of the text keys: `label` in `label.price`. */
  labels: string;
  texts: NewText[];
  /** What the API file has but the language does not accept, so that it was left out. */
  leftOut: string[];
}

/** The reason why nothing can be generated; the message is shown to the author unchanged. */
export class Unscaffoldable extends Error {}
