/**
 * What the server is asked about fields while a form is filled in: is this number taken? It is asked once the arguments
 * have changed and then rest, and what it finds wrong stands at the field until they change again.
 */
import type { I18n } from '../../data/i18n.ts';
import type { CompiledCall, CompiledCheck } from '../../language/compiled.ts';
import { holds, type Scope } from '../../language/evaluate.ts';
import { textIn } from '../../page/text.ts';
import { getAt, isEmpty, pathOf, sameJson } from './paths.ts';
import { placesOf } from './places.ts';
import { spotAt, type Plan, type Spot } from './plan.ts';
import type { Tree } from './store.ts';

/** Milliseconds that nothing must change for before the server is asked. */
const PAUSE = 400;
/** Milliseconds that a save waits for an answer; the server judges what is sent anyway. */
const LONGEST = 5000;

type Arguments = Record<string, unknown>;

export const isChecked = ({ field }: Spot): boolean => field.check !== undefined;

export interface Asking {
  /** What would be asked; null while it is not to be asked, or not by this account. */
  argumentsOf(call: CompiledCall, scope: Scope): Arguments | null;
  ask(operation: string, args: Arguments): Promise<unknown>;
}

interface Question {
  args: Arguments | null;
  /** Gives it up, while it waits. */
  stop?(): void;
  /** The reply that shows something wrong. */
  wrong?: { result: unknown };
}

interface Around {
  plan: Plan;
  asking: Asking;
  i18n: I18n;
  /** Nothing is wrong with the value itself. */
  isSound(key: string): boolean;
  /** What is said of the field may be something else now. */
  retell(key: string): void;
  /** The form is not sent before this has come to its end. */
  waitFor(answer: Promise<boolean>): void;
}

export class FieldChecks {
  /** What a field was opened with, or saved: nobody asks about it. */
  #first = new Map<string, Arguments | null>();
  #questions = new Map<string, Question>();

  constructor(readonly around: Around) {}

  /** What stands in the form from now on is what it was opened with. */
  forget(): void {
    for (const question of this.#questions.values()) question.stop?.();
    this.#questions.clear();
    this.#first.clear();
  }

  /** Fields of which the server has found something wrong. */
  get wrong(): string[] {
    return [...this.#questions].filter(([, { wrong }]) => wrong).map(([key]) => key);
  }

  /** What it has found wrong, in the words of the screen. */
  messageAt(key: string, scope: Scope): string | undefined {
    const wrong = this.#questions.get(key)?.wrong;
    const check = wrong && spotAt(this.around.plan, key)?.field.check;
    return check && textIn(this.around.i18n, check.message, { ...scope, ...wrong });
  }

  /** Asks where the arguments are others than before. */
  follow(scope: Scope): void {
    const { plan, asking, retell } = this.around;
    const visible = scope.form as Tree;
    const places = placesOf(plan, visible, scope, isChecked);
    for (const { key, spot, scope: own } of places) {
      const check = spot.field.check!;
      const args = isEmpty(getAt(visible, pathOf(key))) ? null : asking.argumentsOf(check.call, own);
      if (!this.#first.has(key)) this.#first.set(key, args);
      const before = this.#questions.get(key);
      if (before && sameJson(before.args, args)) continue;
      before?.stop?.();
      const question: Question = { args };
      this.#questions.set(key, question);
      if (before?.wrong) retell(key);
      if (args && !sameJson(args, this.#first.get(key))) this.#plan(key, check, own, question);
    }
    const here = new Set(places.map(({ key }) => key));
    for (const key of this.#questions.keys()) if (!here.has(key)) this.#questions.delete(key);
  }

  #plan(key: string, check: CompiledCheck, scope: Scope, question: Question): void {
    const answered = new Promise<boolean>((done) => {
      const end = () => done(true);
      const timers = [
        setTimeout(() => void this.#ask(key, check, scope, question).then(end), PAUSE),
        setTimeout(end, PAUSE + LONGEST),
      ];
      question.stop = () => {
        timers.forEach(clearTimeout);
        end();
      };
    });
    this.around.waitFor(answered);
  }

  /** A question that fails says nothing: the save is judged by the server too. */
  async #ask(key: string, check: CompiledCheck, scope: Scope, question: Question): Promise<void> {
    const { asking, isSound, retell } = this.around;
    if (!isSound(key)) return;
    const result = await asking.ask(check.call.operation, question.args!).catch(() => undefined);
    const late = this.#questions.get(key) !== question;
    if (late || result === undefined || holds(check.validWhen, { ...scope, result })) return;
    question.wrong = { result };
    retell(key);
  }
}
