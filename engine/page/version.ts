/** Actions are held to the record that the reader sees: whoever changed it meanwhile is not overruled unread. */
import type { Arguments } from '../language/request.ts';
import type { VersionedOperation } from '../data/transport.ts';
import type { CompiledOperation } from '../language/compiled.ts';
import type { Scope } from '../language/evaluate.ts';

const LAST_PARAMETER = /\{(\w+)\}[^{]*$/;

/**
 * The operation with the version of the record that its path ends with, if that record is in sight: the row of the action,
 * or one of the page's records, with an `id` (or a property of the parameter's name) and a `version`.
 */
export function atVersion(operation: CompiledOperation, args: Arguments, scope: Scope): VersionedOperation {
  const parameter = LAST_PARAMETER.exec(operation.path)?.[1];
  const id = parameter && args[parameter];
  if (operation.method === 'GET' || parameter === undefined || id === undefined) return operation;
  // What follows a call stands on what that call has answered; the row is of before.
  const inSight =
    'result' in scope
      ? [scope.result]
      : [scope.row, ...Object.values((scope.records as Scope | undefined) ?? {})];
  const version = inSight.map((record) => versionOf(record, parameter, id)).find((one) => one !== undefined);
  return version === undefined ? operation : { ...operation, version };
}

function versionOf(record: unknown, parameter: string, id: unknown): number | undefined {
  if (!record || typeof record !== 'object') return undefined;
  const { id: own, [parameter]: named, version } = record as Record<string, unknown>;
  return typeof version === 'number' && (own === undefined ? named : own) === id ? version : undefined;
}
