/**
 * Actions apply to the version of the record that the user sees: a later change by others is not overwritten unseen.
 */
import type { Arguments } from '../language/request.ts';
import type { VersionedOperation } from '../data/transport.ts';
import type { CompiledOperation } from '../language/compiled.ts';
import type { Scope } from '../language/evaluate.ts';

const LAST_PARAMETER = /\{(\w+)\}[^{]*$/;

/**
 * Adds to an operation the version of the record that its path ends with, if that record is loaded: the row of the
 * action, or one of the page's records, with an `id` (or a property of the parameter's name) and a `version`.
 */
export function atVersion(operation: CompiledOperation, args: Arguments, scope: Scope): VersionedOperation {
  const parameter = LAST_PARAMETER.exec(operation.path)?.[1];
  const id = parameter && args[parameter];
  if (operation.method === 'GET' || parameter === undefined || id === undefined) return operation;
  // A call that follows another uses the other's reply; the row is from before it.
  const loaded =
    'result' in scope
      ? [scope.result]
      : [scope.row, ...Object.values((scope.records as Scope | undefined) ?? {})];
  const version = loaded.map((record) => versionOf(record, parameter, id)).find((one) => one !== undefined);
  return version === undefined ? operation : { ...operation, version };
}

function versionOf(record: unknown, parameter: string, id: unknown): number | undefined {
  if (!record || typeof record !== 'object') return undefined;
  const { id: own, [parameter]: named, version } = record as Record<string, unknown>;
  return typeof version === 'number' && (own === undefined ? named : own) === id ? version : undefined;
}
