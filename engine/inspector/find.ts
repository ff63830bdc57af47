/** Finds the parts of a screen that a DOM element belongs to, with the scope that they see. */
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
  /** For a part that has requested rows: the reply. */
  answer?: Answer;
}

/** The reply to a list's request, and the arguments of the request. */
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
  /** Scope of the parts: the page, and the row or form that contains the element. */
  scope: Scope;
}

/** Undefined when the element belongs to no screen. */
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

/** A view passes its reply to its body, which contains the element. */
function answerOf(part: Part, inner: readonly Around[]): { answer?: Answer } {
  for (const { props } of inner) {
    const source = props['source'] as Partial<Answer> | undefined;
    if (props['view'] === part && source && Array.isArray(source.rows)) return { answer: source as Answer };
  }
  return {};
}

/** Objects among the props of a component. */
const candidates = ({ props }: Around): object[] =>
  Object.values(props).filter((value): value is object => value !== null && typeof value === 'object');

/** The row, and the values of the form, that contain the element. */
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

/** Maps each part of a screen to its pointer. */
export function indexOf(screen: CompiledScreen): Map<object, string> {
  const known = indexes.get(screen);
  if (known) return known;
  const index = new Map(partsOf(screen).map(([pointer, part]) => [part, pointer]));
  indexes.set(screen, index);
  return index;
}
