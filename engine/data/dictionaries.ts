/**
 * Dictionaries load once a locale; a failure is told once and leaves the field empty. A large one is never loaded
 * whole: the server is asked as someone types, and for the row of a value that is on no page.
 */
import { useEffect } from 'react';
import type { CompiledDictionary, CompiledOperation } from '../language/compiled.ts';
import { hasText, t } from './locale.ts';
import { valueAt } from '../language/evaluate.ts';
import { fetchOperation, useOperation } from './operations.ts';
import { asProblem, type ApiProblem } from './problem.ts';
import { toast } from './toasts.ts';

export type DictionaryItem = Record<string, unknown>;

const NONE: DictionaryItem[] = [];
const told = new WeakSet<ApiProblem>();

/** Items of a dictionary; empty while it loads, when it failed, and when there is no dictionary. */
export function useDictionary(
  dictionary: CompiledDictionary | undefined,
  operation: CompiledOperation | undefined,
): { items: DictionaryItem[]; error?: ApiProblem; loading: boolean } {
  const asked = dictionary && operation;
  const { data, error, loading } = useOperation<DictionaryItem[] | { list: DictionaryItem[] }>(
    asked ? operation : undefined,
    asked ? {} : null,
    { immutable: true },
  );
  const id = dictionary?.id;
  const unknown = dictionary !== undefined && operation === undefined;
  useEffect(() => {
    if (unknown) toast({ type: 'error', text: t('engine.dictionaryNotFound', { id }) });
  }, [unknown, id]);
  useEffect(() => {
    if (error && id) tell(error, id);
  }, [error, id]);
  const items = Array.isArray(data) ? data : data?.list;
  return { items: items ?? NONE, error, loading };
}

interface Found {
  items: DictionaryItem[];
  /** There are more than these: the text is to be narrower. */
  more: boolean;
}

/** How many are shown of what was found. */
const FOUND = 50;

/** Whether the dictionary is searched by the server instead of being loaded. */
export function isPaged(dictionary: (CompiledDictionary & { paged?: boolean }) | undefined): boolean {
  return dictionary?.paged === true;
}

/** The first items that hold the text, as the server finds them; a failure is told and finds nothing. */
export async function findItems(
  { id }: CompiledDictionary,
  operation: CompiledOperation,
  text: string,
): Promise<Found> {
  try {
    const args = { query: text.trim() };
    const reply = await fetchOperation<{ list: DictionaryItem[]; size: number; sizeExact?: boolean }>(
      operation,
      args,
      { page: 0, count: FOUND, fresh: true },
    );
    return { items: reply.list, more: reply.sizeExact === false || reply.size > reply.list.length };
  } catch (error) {
    tell(asProblem(error), id);
    return { items: [], more: false };
  }
}

/** The item of a value: the server takes a value for a text. Undefined when there is none. */
export async function itemOf(
  dictionary: CompiledDictionary,
  operation: CompiledOperation,
  value: unknown,
): Promise<DictionaryItem | undefined> {
  const { items } = await findItems(dictionary, operation, String(value));
  return items.find((item) => valueAt(item, dictionary.value.split('.')) === value);
}

/** Several fields may share a dictionary; its failure is one toast. */
function tell(error: ApiProblem, id: string): void {
  if (told.has(error) || error.status === 401) return;
  told.add(error);
  const key = `errorMessages.dictionary.${id}`;
  const prefix = hasText(key) ? t(key) : t('errorMessages.dictionary', { id });
  toast({ type: 'error', text: `${prefix}: ${error.message}` });
}
