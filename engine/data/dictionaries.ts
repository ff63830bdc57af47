/** Dictionaries load once a locale; a failure is told once and leaves the field empty. */
import { useEffect } from 'react';
import type { CompiledDictionary, CompiledOperation } from '../language/compiled.ts';
import { hasText, t } from './locale.ts';
import { useOperation } from './operations.ts';
import type { ApiProblem } from './problem.ts';
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

/** Several fields may share a dictionary; its failure is one toast. */
function tell(error: ApiProblem, id: string): void {
  if (told.has(error) || error.status === 401) return;
  told.add(error);
  const key = `errorMessages.dictionary.${id}`;
  const prefix = hasText(key) ? t(key) : t('errorMessages.dictionary', { id });
  toast({ type: 'error', text: `${prefix}: ${error.message}` });
}
