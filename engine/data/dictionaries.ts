/**
 * A dictionary is loaded once per locale; a failure is shown once and leaves the field empty. A large dictionary is
 * never loaded completely: the server searches it as the user types, and for the item of a value that is not loaded.
 */
import { useEffect } from 'react';
import type { CompiledDictionary, CompiledOperation } from '../language/compiled.ts';
import { valueAt } from '../language/evaluate.ts';
import { useEngine, type Engine } from './engine.ts';
import type { ApiProblem } from './problem.ts';
import { useOperation } from './useOperation.ts';

export type DictionaryItem = Record<string, unknown>;

const NONE: DictionaryItem[] = [];

/** Items of a dictionary; empty while it loads, when it failed, and when there is no dictionary. */
export function useDictionary(
  dictionary: CompiledDictionary | undefined,
  operation: CompiledOperation | undefined,
): { items: DictionaryItem[]; error: ApiProblem | undefined; loading: boolean } {
  const engine = useEngine();
  const wanted = dictionary && operation;
  const { data, error, loading } = useOperation<DictionaryItem[] | { list: DictionaryItem[] }>(
    wanted ? operation : undefined,
    wanted ? {} : null,
    { immutable: true },
  );
  const id = dictionary?.id;
  const unknown = dictionary !== undefined && operation === undefined;
  useEffect(() => {
    if (!unknown) return;
    engine.toasts.show({ type: 'error', text: engine.i18n.t('engine.dictionaryNotFound', { id }) });
  }, [engine, unknown, id]);
  useEffect(() => {
    if (error && id) showFailure(engine, error, id);
  }, [engine, error, id]);
  const items = Array.isArray(data) ? data : data?.list;
  return { items: items ?? NONE, error, loading };
}

interface Found {
  items: DictionaryItem[];
  /** There are more items than these; the user should type a longer text. */
  more: boolean;
}

/** Most items requested and shown per search. */
const FOUND = 50;

/** Whether the dictionary is searched by the server instead of being loaded. */
export function isPaged(dictionary: (CompiledDictionary & { paged?: boolean }) | undefined): boolean {
  return dictionary?.paged === true;
}

/** Searches a large dictionary on the server for the first items that contain the text; none after a failure. */
export async function findItems(
  engine: Engine,
  { id }: CompiledDictionary,
  operation: CompiledOperation,
  text: string,
): Promise<Found> {
  try {
    const reply = await engine.api.read<{ list: DictionaryItem[]; size: number; sizeExact?: boolean }>(
      operation,
      { query: text.trim() },
      { page: 0, count: FOUND, fresh: true },
    );
    return { items: reply.list, more: reply.sizeExact === false || reply.size > reply.list.length };
  } catch (error) {
    showFailure(engine, engine.problems.of(error), id);
    return { items: [], more: false };
  }
}

/** Returns the item of a value: the server's search also matches values. Undefined when there is none. */
export async function itemOf(
  engine: Engine,
  dictionary: CompiledDictionary,
  operation: CompiledOperation,
  value: unknown,
): Promise<DictionaryItem | undefined> {
  const { items } = await findItems(engine, dictionary, operation, String(value));
  return items.find((item) => valueAt(item, dictionary.value.split('.')) === value);
}

/** Several fields may share a dictionary: they show the same text, and a toast with the same text is shown once. */
function showFailure({ i18n: { t, hasText }, toasts }: Engine, error: ApiProblem, id: string): void {
  if (error.status === 401) return;
  const key = `errorMessages.dictionary.${id}`;
  const prefix = hasText(key) ? t(key) : t('errorMessages.dictionary', { id });
  toasts.show({ type: 'error', text: `${prefix}: ${error.message}` });
}
