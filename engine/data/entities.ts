/** Records that ids refer to, shown by name. Each is requested once, however many cells show it. */
import type { CompiledEntity, CompiledOperation } from '../language/compiled.ts';
import { valueAt } from '../language/evaluate.ts';
import { useOperation } from './useOperation.ts';
import type { ApiProblem } from './problem.ts';

export interface Reference {
  /** Text to show for the id; undefined while it loads and when there is no such record. */
  label: string | undefined;
  record: Record<string, unknown> | undefined;
  error: ApiProblem | undefined;
  loading: boolean;
}

/** Loads the record with an id. `operations` are those of the screen; they contain the entity's `get`. */
export function useReference(
  entity: CompiledEntity | undefined,
  id: unknown,
  operations: Record<string, CompiledOperation>,
): Reference {
  const wanted = entity && id != null && id !== '';
  const { data, error, loading } = useOperation<Record<string, unknown>>(
    wanted ? operations[entity.get] : undefined,
    wanted ? { [entity.parameter]: id } : null,
    { immutable: true, keepPrevious: false },
  );
  return { label: entityLabel(entity, data), record: data, error, loading };
}

/** Returns the label of a record that is already loaded. */
export function entityLabel(entity: CompiledEntity | undefined, record: unknown): string | undefined {
  const label = entity && valueAt(record, entity.label.split('.'));
  return label == null ? undefined : String(label);
}
