/** The faults of this directory: the author's mistakes, and where the message should be. */
import { readdirSync, readFileSync } from 'node:fs';
import { edited, type Edit } from './edit.ts';

export type ProjectName = 'product' | 'foreign';

/** A pointer in the edited file, or a pointer in another one. */
type Place = string | { file: string; at: string };

export interface Fault {
  /** `CLASS.NAME`. */
  id: string;
  class: string;
  /** The product by default; `foreign` is `tests/foreign`. */
  project: ProjectName;
  file: string;
  edits: Edit[];
  /** A text replacement, where JSON cannot express the fault. */
  replace?: [text: string, by: string];
  /** Edits of further files. */
  also: Record<string, Edit[]>;
  wrong: string;
  /** Any of these places is correct. */
  places: { file: string; at: string }[];
}

interface Written extends Partial<Omit<Fault, 'class' | 'places'>> {
  id: string;
  file: string;
  wrong: string;
  at: Place | Place[];
}

const FOLDER = `${import.meta.dirname}/faults`;

export function readFaults(): Fault[] {
  return readdirSync(FOLDER)
    .toSorted()
    .flatMap((name) => {
      const { class: title, faults } = JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as {
        class: string;
        faults: Written[];
      };
      return faults.map((fault) => whole(fault, title));
    });
}

function whole({ at, ...fault }: Written, title: string): Fault {
  const places = [at]
    .flat()
    .map((place) => (typeof place === 'string' ? { file: fault.file, at: place } : place));
  return { project: 'product', edits: [], also: {}, ...fault, class: title, places };
}

/** Files that the fault edits, with the text that each has then. */
export function textsOf(fault: Fault, textOf: (file: string) => string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [file, edits] of Object.entries({ [fault.file]: fault.edits, ...fault.also })) {
    try {
      texts.set(file, edited(textOf(file), edits));
    } catch (error) {
      throw new Error(`The fault ${fault.id} does not apply to ${file} any more; write it anew`, {
        cause: error,
      });
    }
  }
  if (fault.replace) {
    const text = texts.get(fault.file)!;
    if (!text.includes(fault.replace[0])) throw new Error(`“${fault.replace[0]}” is not in ${fault.file}`);
    texts.set(fault.file, text.replace(...fault.replace));
  }
  return texts;
}

/** By class, in their order. */
export function byClass<T>(list: readonly T[], faultOf: (one: T) => Fault): Map<string, T[]> {
  const classes = new Map<string, T[]>();
  for (const one of list) {
    const { id, class: title } = faultOf(one);
    const name = `${id.split('.')[0]} ${title}`;
    classes.set(name, [...(classes.get(name) ?? []), one]);
  }
  return classes;
}
