/** The parts of a screen that an element stands for, with the scope that they see. */
import type { CompiledScreen, CompiledValue } from '../language/compiled.ts';
import type { Scope } from '../language/evaluate.ts';
import { partsOf } from '../language/positions.ts';
import { within } from '../page/conditions.ts';
import { PageContext, type Page } from '../page/page.ts';
import { FormContext } from '../views/form/context.ts';
import { around, contextIn, type Around } from './fiber.ts';

export interface Part extends Record<string, unknown> {
  visibleWhen?: CompiledValue;
}

export interface FoundPart {
  /** JSON pointer in the compiled screen. */
  pointer: string;
  part: Part;
  /** Of a list that has asked: what came. */
  answer?: Answer;
}

/** What a list was answered, and what it had asked with. */
export interface Answer {
  rows: readonly unknown[];
  total?: number;
  args?: Record<string, unknown> | null;
  error?: { status: number; message: string };
  loading: boolean;
}

export interface Found {
  page: Page;
  /** Nearest first; the last is the screen itself. */
  parts: FoundPart[];
  /** What the parts see: the page, and the row or form in which the element stands. */
  scope: Scope;
}

/** Undefined where the element stands in no screen. */
export function find(element: Element): Found | undefined {
  const list = around(element);
  const at = list.findIndex(({ type }) => type === PageContext);
  const page = contextIn(list, PageContext);
  if (!page) return undefined;
  const inner = list.slice(0, at);
  const index = indexOf(page.screen);
  const pointers = new Map<string, Part>();
  for (const one of inner)
    for (const value of candidates(one)) {
      const pointer = index.get(value);
      if (pointer) pointers.set(pointer, value as Part);
    }
  pointers.set('', page.screen as unknown as Part);
  return {
    page,
    parts: [...pointers].map(([pointer, part]) => ({ pointer, part, ...answerOf(part, inner) })),
    scope: within(page, page.scope.get(), localOf(inner)),
  };
}

/** A view hands what came to its body, in which the element stands. */
function answerOf(part: Part, inner: readonly Around[]): { answer?: Answer } {
  for (const { props } of inner) {
    const source = props['source'] as Partial<Answer> | undefined;
    if (props['view'] === part && source && Array.isArray(source.rows)) return { answer: source as Answer };
  }
  return {};
}

/** What a component was given. */
const candidates = ({ props }: Around): object[] =>
  Object.values(props).filter((value): value is object => value !== null && typeof value === 'object');

/** The row, and the values of the form, in which the element stands. */
function localOf(inner: readonly Around[]): Scope | undefined {
  const form = contextIn(inner, FormContext)?.controller.visible();
  const locals = inner.flatMap(({ props: { local, row } }) => [
    ...(isPlain(local) ? [local] : []),
    ...(isPlain(row) ? [{ row: 'original' in row ? row['original'] : row }] : []),
  ]);
  if (!form && locals.length === 0) return undefined;
  return Object.assign({}, form ? { form } : {}, ...locals.toReversed()) as Scope;
}

const isPlain = (value: unknown): value is Scope =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const indexes = new WeakMap<CompiledScreen, Map<object, string>>();

/** The pointer of each part of a screen, by the part itself. */
export function indexOf(screen: CompiledScreen): Map<object, string> {
  const known = indexes.get(screen);
  if (known) return known;
  const index = new Map(partsOf(screen).map(([pointer, part]) => [part, pointer]));
  indexes.set(screen, index);
  return index;
}
