/**
 * Checks of fields by the server while a form is filled in, for example whether a number is taken. A check runs once its
 * arguments have changed and then stay unchanged for a moment; its error is shown at the field until they change again.
 */
import type { I18n } from '../../data/i18n.ts';
import type { CompiledCall, CompiledCheck } from '../../language/compiled.ts';
import { holds, type Scope } from '../../language/evaluate.ts';
import { textIn } from '../../page/text.ts';
import { getAt, isEmpty, pathOf, renameKeys, sameJson } from './paths.ts';
import { placesOf } from './places.ts';
import { spotAt, type Plan, type Spot } from './plan.ts';
import type { Tree } from './store.ts';

/** Milliseconds without a change before the request. */
const PAUSE = 400;
/** Milliseconds that a save waits for a reply; the server validates the request anyway. */
const LONGEST = 5000;

type Arguments = Record<string, unknown>;

export const isChecked = ({ field }: Spot): boolean => field.check !== undefined;

export interface Asking {
  /** Arguments of the request; null while the check does not apply, or the account may not call it. */
  argumentsOf(call: CompiledCall, scope: Scope): Arguments | null;
  ask(operation: string, args: Arguments): Promise<unknown>;
}

interface Question {
  /** The key of the field, which changes when an item before its own is removed. */
  key: string;
  args: Arguments | null;
  /** Cancels the check while it waits. */
  stop?(): void;
  /** The reply that shows the error. */
  wrong?: { result: unknown };
}

interface Around {
  plan: Plan;
  asking: Asking;
  i18n: I18n;
  /** Whether the value itself is valid. */
  isSound(key: string): boolean;
  /** The message of the field may have changed. */
  retell(key: string): void;
  /** Delays the submit until this promise is settled. */
  waitFor(answer: Promise<boolean>): void;
}

export class FieldChecks {
  /** Arguments of the loaded or saved values, which are not checked. */
  #first = new Map<string, Arguments | null>();
  #questions = new Map<string, Question>();

  constructor(readonly around: Around) {}

  /** The current values count as loaded from now on. */
  forget(): void {
    for (const question of this.#questions.values()) question.stop?.();
    this.#questions.clear();
    this.#first.clear();
  }

  /** Renames the keys of the fields after an item of a list was removed; the checks of its fields are cancelled. */
  rename(renamed: (key: string) => string | undefined): void {
    renameKeys(this.#first, renamed);
    for (const [key, question] of this.#questions) {
      const now = renamed(key);
      if (now === undefined) question.stop?.();
      else question.key = now;
    }
    renameKeys(this.#questions, renamed);
  }

  /** Fields for which the server found an error. */
  get wrong(): string[] {
    return [...this.#questions].filter(([, { wrong }]) => wrong).map(([key]) => key);
  }

  /** The error message, a text of the screen. */
  messageAt(key: string, scope: Scope): string | undefined {
    const wrong = this.#questions.get(key)?.wrong;
    const check = wrong && spotAt(this.around.plan, key)?.field.check;
    return check && textIn(this.around.i18n, check.message, { ...scope, ...wrong });
  }

  /** Starts the checks whose arguments have changed. */
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
      const question: Question = { key, args };
      this.#questions.set(key, question);
      if (before?.wrong) retell(key);
      if (args && !sameJson(args, this.#first.get(key))) this.#plan(check, own, question);
    }
    const here = new Set(places.map(({ key }) => key));
    for (const key of this.#questions.keys()) if (!here.has(key)) this.#questions.delete(key);
  }

  #plan(check: CompiledCheck, scope: Scope, question: Question): void {
    const answered = new Promise<boolean>((done) => {
      const end = () => done(true);
      const timers = [
        setTimeout(() => void this.#ask(check, scope, question).then(end), PAUSE),
        setTimeout(end, PAUSE + LONGEST),
      ];
      question.stop = () => {
        timers.forEach(clearTimeout);
        end();
      };
    });
    this.around.waitFor(answered);
  }

  /** Runs a check. A failed request shows nothing: the server also validates the save. */
  async #ask(check: CompiledCheck, scope: Scope, question: Question): Promise<void> {
    const { asking, isSound, retell } = this.around;
    if (!isSound(question.key)) return;
    const result = await asking.ask(check.call.operation, question.args!).catch(() => undefined);
    const late = this.#questions.get(question.key) !== question;
    if (late || result === undefined || holds(check.validWhen, { ...scope, result })) return;
    question.wrong = { result };
    retell(question.key);
  }
}
