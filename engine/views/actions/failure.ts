/**
 * Reports a failed action: in a toast that starts with the label of the action, or in a dialog when the text is too
 * long for a toast.
 */
import type { Engine } from '../../data/engine.ts';
import { ApiProblem } from '../../data/problem.ts';

/** Characters that can be read before a toast disappears. */
const SHORT = 240;

/** Reports the failure in the user's language; the console gets the place in the file when the error is unexpected. */
export function reportFailure(engine: Engine, error: unknown, at: string, tried?: string): void {
  const known = error instanceof ApiProblem;
  if (!known) console.error(`The action at ${at} failed`, error);
  const problem = known ? error : new ApiProblem(500, 'client', engine.i18n.t('engine.action.failed'));
  const faults = problem.details?.errors?.map((fault) => fault.message) ?? [];
  const others = faults.filter((fault) => fault !== problem.message);
  const text = [engine.problems.failureText(problem, tried), ...others].join('\n');
  if (text.length > SHORT)
    void engine.questions.confirm({
      title: engine.i18n.t('errorMessages.error'),
      message: text,
      inform: true,
    });
  else engine.toasts.show({ type: 'error', text });
}
