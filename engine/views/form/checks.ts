/**
 * Checks of fields by the server while a form is filled in, for example whether a number is taken. A check runs once its
 * arguments have changed and then stay unchanged for a moment; its error is shown at the field until they change again.
 */
import type { I18n } from '../../data/i18n.ts';
import type { CompiledCall, CompiledCheck } from '../../language/compiled.ts';
import { holds, type Scope } from '../../language/evaluate.ts';
import { textIn } from '../../page/text.ts';
import { getAt, isEmpty, pathOf, renameKeys, sameJson, type NewKey } from './paths.ts';
import { placesOf } from './places.ts';
import { spotAt, type Plan, type Spot } from './plan.ts';
import type { Tree } from './store.ts';

/** Milliseconds without a change before the request. */
const PAUSE = 400;
/** Milliseconds that a save waits for a reply; the server validates the request anyway. */
const LONGEST = 5000;

type Arguments = Record<string, unknown>;

export const isChecked = ({ field }: Spot): boolean => field.check !== undefined;

export interface CheckCalls {
  /** Arguments of the request; null while the check does not apply, or the account may not call it. */
  argumentsOf(call: CompiledCall, scope: Scope): Arguments | null;
  send(operation: string, args: Arguments): Promise<unknown>;
}

interface CheckRun {
  /** The key of the field; it changes when an earlier item of its list is removed. */
  key: string;
  args: Arguments | null;
  /** Cancels the check while it waits. */
  stop?(): void;
  /** The reply that shows the error. */
  wrong?: { result: unknown };
}

interface Around {
  plan: Plan;
  calls: CheckCalls;
  i18n: I18n;
  /** Whether the value itself is valid. */
  isSound(key: string): boolean;
  /** The message of the field may have changed. */
  revalidate(key: string): void;
  /** Delays the submit until this promise is settled. */
  waitFor(answer: Promise<boolean>): void;
}

export class FieldChecks {
  /** Arguments of the loaded or saved values, which are not checked. */
  #first = new Map<string, Arguments | null>();
  #runs = new Map<string, CheckRun>();

  constructor(readonly around: Around) {}

  /** The current values count as loaded from now on. */
  forget(): void {
    for (const run of this.#runs.values()) run.stop?.();
    this.#runs.clear();
    this.#first.clear();
  }

  /** Renames the keys of the fields after an item of a list was removed; the checks of its fields are cancelled. */
  rename(newKey: NewKey): void {
    for (const [key, run] of this.#runs) if (newKey(key) === undefined) run.stop?.();
    renameKeys(this.#first, newKey);
    renameKeys(this.#runs, newKey);
    for (const [key, run] of this.#runs) run.key = key;
  }

  /** Fields for which the server found an error. */
  get wrong(): string[] {
    return [...this.#runs].filter(([, { wrong }]) => wrong).map(([key]) => key);
  }

  /** The error message, a text of the screen. */
  messageAt(key: string, scope: Scope): string | undefined {
    const wrong = this.#runs.get(key)?.wrong;
    const check = wrong && spotAt(this.around.plan, key)?.field.check;
    return check && textIn(this.around.i18n, check.message, { ...scope, ...wrong });
  }

  /** Starts the checks whose arguments have changed. */
  follow(scope: Scope): void {
    const { plan, calls, revalidate } = this.around;
    const visible = scope.form as Tree;
    const places = placesOf(plan, visible, scope, isChecked);
    for (const { key, spot, scope: own } of places) {
      const check = spot.field.check!;
      const args = isEmpty(getAt(visible, pathOf(key))) ? null : calls.argumentsOf(check.call, own);
      if (!this.#first.has(key)) this.#first.set(key, args);
      const before = this.#runs.get(key);
      if (before && sameJson(before.args, args)) continue;
      before?.stop?.();
      const run: CheckRun = { key, args };
      this.#runs.set(key, run);
      if (before?.wrong) revalidate(key);
      if (args && !sameJson(args, this.#first.get(key))) this.#plan(check, own, run);
    }
    const here = new Set(places.map(({ key }) => key));
    for (const key of this.#runs.keys()) if (!here.has(key)) this.#runs.delete(key);
  }

  #plan(check: CompiledCheck, scope: Scope, run: CheckRun): void {
    const answered = new Promise<boolean>((done) => {
      const end = () => done(true);
      const timers = [
        setTimeout(() => void this.#send(check, scope, run).then(end), PAUSE),
        setTimeout(end, PAUSE + LONGEST),
      ];
      run.stop = () => {
        timers.forEach(clearTimeout);
        end();
      };
    });
    this.around.waitFor(answered);
  }

  /** Runs a check. A failed request shows nothing: the server also validates the save. */
  async #send(check: CompiledCheck, scope: Scope, run: CheckRun): Promise<void> {
    const { calls, isSound, revalidate } = this.around;
    if (!isSound(run.key)) return;
    const result = await calls.send(check.call.operation, run.args!).catch(() => undefined);
    const late = this.#runs.get(run.key) !== run;
    if (late || result === undefined || holds(check.validWhen, { ...scope, result })) return;
    run.wrong = { result };
    revalidate(run.key);
  }
}
