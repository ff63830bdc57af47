/**
 * Inputs of kind `condition`: conditions that an opener sets for the rows of its dialog. The condition is in the
 * opener's file and reads the opener's scope; `row` is the dialog's. In the dialog it is a boolean for each row.
 */
import { evaluate, holds, type Scope } from '../language/evaluate.ts';
import type { CompiledArguments, CompiledInput } from '../language/compiled.ts';

/** Checks a row, by the name of the input. */
export type Conditions = Readonly<Record<string, (row: unknown) => boolean>>;

interface Conditional {
  conditions?: Conditions;
}

/** Adds local names to the page's scope. If they include a row, each input of kind condition has its value for it. */
export function within({ conditions }: Conditional, base: Scope, local?: Scope): Scope {
  if (!local) return base;
  const scope = { ...base, ...local };
  if (!conditions || local.row === undefined) return scope;
  const answers = Object.entries(conditions).map(([name, fits]) => [name, fits(local.row)] as const);
  return { ...scope, input: { ...(scope.input as object), ...Object.fromEntries(answers) } };
}

/** Turns the arguments of a dialog into conditions; the dialog's own inputs decide which of them are. */
export function asConditions(args: CompiledArguments, page: Conditional, scope: Scope): Conditions {
  return Object.fromEntries(
    Object.entries(args).map(([name, when]) => [name, (row) => holds(when, within(page, scope, { row }))]),
  );
}

/**
 * Reads the conditions of a page, and their values outside rows: the default, else false. A condition passed as a plain
 * value, or not passed, is the same for every row.
 */
export function readConditions(
  inputs: Record<string, CompiledInput>,
  given: Conditions | undefined,
  plain: Record<string, unknown>,
  scope: Scope,
): { conditions?: Conditions; values: Record<string, boolean> } {
  const names = Object.keys(inputs).filter((name) => inputs[name]!.type === 'condition');
  if (!names.length) return { values: {} };
  const values = names.map((name) => {
    const preset = inputs[name]!.default;
    const value = (given ? undefined : plain[name]) ?? (preset && evaluate(preset, scope));
    return [name, value === true] as const;
  });
  const passed = names.flatMap((name) => (given?.[name] ? [[name, given[name]] as const] : []));
  return { conditions: Object.fromEntries(passed), values: Object.fromEntries(values) };
}
