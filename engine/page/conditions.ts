/**
 * Inputs of kind `condition`: what an opener wants of the rows of its dialog. The condition stands in the opener's
 * file and sees the opener's scope; `row` is the dialog's. In the dialog it is a boolean, one for each row.
 */
import { evaluate, holds, type Scope } from '../language/evaluate.ts';
import type { CompiledArguments, CompiledInput } from '../language/compiled.ts';

/** Whether a row fits, by the name of the input. */
export type Conditions = Readonly<Record<string, (row: unknown) => boolean>>;

interface Conditional {
  conditions?: Conditions;
}

/**
 * What only one place knows, on top of the page's scope. With a row in it, an input of kind condition says what
 * it is for this row.
 */
export function within({ conditions }: Conditional, base: Scope, local?: Scope): Scope {
  if (!local) return base;
  const scope = { ...base, ...local };
  if (!conditions || local.row === undefined) return scope;
  const answers = Object.entries(conditions).map(([name, fits]) => [name, fits(local.row)] as const);
  return { ...scope, input: { ...(scope.input as object), ...Object.fromEntries(answers) } };
}

/** The arguments of a dialog as conditions; which of them are, the dialog's own inputs say. */
export function asConditions(args: CompiledArguments, page: Conditional, scope: Scope): Conditions {
  return Object.fromEntries(
    Object.entries(args).map(([name, when]) => [name, (row) => holds(when, within(page, scope, { row }))]),
  );
}

/**
 * The conditions of a page, and what they are where there is no row: their default, else false. One that is given
 * as a plain value, or not at all, is the same for every row.
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
  const told = names.flatMap((name) => (given?.[name] ? [[name, given[name]] as const] : []));
  return { conditions: Object.fromEntries(told), values: Object.fromEntries(values) };
}
