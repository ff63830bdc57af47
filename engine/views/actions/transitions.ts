/**
 * The transitions of a record are decided by the server. A code that the screen knows is an action; an unknown one is
 * shown by its caption and cannot be pressed.
 */
import { rowsIn } from '../../data/rowsIn.ts';
import { valueAt, type Scope } from '../../language/evaluate.ts';
import type { CompiledAction } from '../../language/compiled.ts';
import type { Page } from '../../page/page.ts';
import { callArguments } from '../../page/scope.ts';

export type TransitionAction = Extract<CompiledAction, { type: 'transition' }>;

export interface Transition {
  code: string;
  caption: string;
  /** Absent for an unknown code. */
  action?: CompiledAction;
}

/** Reads the server's reply; hidden codes are left out. */
export function transitionsOf(action: TransitionAction, reply: unknown): Transition[] {
  return (rowsIn(reply) ?? [])
    .map((item: unknown) => {
      const code = String(typeof item === 'string' ? item : valueAt(item, action.code));
      const known = action.cases[code];
      return {
        code,
        caption: String(valueAt(item, action.caption) ?? code),
        ...(known ? { action: known } : {}),
      };
    })
    .filter(({ code }) => !action.hidden.includes(code));
}

export async function loadTransitions(
  page: Page,
  action: TransitionAction,
  scope: Scope,
): Promise<Transition[]> {
  const operation = page.screen.operations[action.source.operation];
  const args = callArguments(action.source, operation, scope);
  return operation && args
    ? transitionsOf(action, await page.engine.api.read(operation, args, { fresh: true }))
    : [];
}
