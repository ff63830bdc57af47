/** Tells what could not be done: in a toast that begins with what was tried, or in a dialog where it is more than that holds. */
import type { Engine } from '../../data/engine.ts';
import { ApiProblem } from '../../data/problem.ts';

/** Characters that are read before a toast is gone. */
const SHORT = 240;

/** The reader is told in their words; the console keeps where it stands in the file. */
export function tellFailure(engine: Engine, error: unknown, at: string, tried?: string): void {
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
