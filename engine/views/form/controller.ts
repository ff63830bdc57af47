/**
 * The logic of one open form: connects the store with the layout, the request schema and the page's scope.
 * Created when the record is loaded, kept until the page unmounts.
 */
import type { CompiledCheck, CompiledForm, CompiledText } from '../../language/compiled.ts';
import type { I18n } from '../../data/i18n.ts';
import { evaluate, holds, type Scope } from '../../language/evaluate.ts';
import { requiredByRules, checkRules, hasRules, namesReadByRules } from '../../language/rules.ts';
import type { JsonSchema } from '../../language/schema.ts';
import type { Unread } from '../../registry/define.ts';
import { argumentsIn } from '../../page/scope.ts';
import { textIn } from '../../page/text.ts';
import { FieldChecks, isChecked, type CheckCalls } from './checks.ts';
import { DerivedValues } from './derived.ts';
import { findHidden, visibleValues } from './hidden.ts';
import { startValues } from './initial.ts';
import { itemTitle } from './itemTitle.ts';
import { problemText } from './messages.ts';
import { getAt, isEmpty, keyOf, keyAfterRemoval, pathOf, renameKeys, sameEntry, setAt } from './paths.ts';
import { bodyOf, composePayload, isDirty } from './payload.ts';
import { hasPlaces, itemAround, placesOf } from './places.ts';
import { placeComplaints, hiddenMode, type Complaint, type Placed } from './place.ts';
import { planOf, spotAt, spotsAlong, type Plan } from './plan.ts';
import { formReads } from './reads.ts';
import { FormStore, type HiddenMode, type Tree } from './store.ts';
import { fieldProblems, findProblems } from './validator.ts';

export interface FormSetup {
  form: CompiledForm;
  schema: JsonSchema;
  /** The loaded record; undefined while something is being created. */
  record: Tree | undefined;
  /** Returns the current scope of the page. */
  scope: () => Scope;
  i18n: I18n;
  /** The account may call the operation. */
  allowed: boolean;
  /** How checks call the server; without it no field is checked. */
  checkCalls?: CheckCalls;
}

export class FormController {
  readonly form: CompiledForm;
  readonly plan: Plan;
  readonly store: FormStore;
  record: Tree | undefined;
  /** Pending values of fields, such as uploads; each resolves to whether it succeeded. */
  readonly coming = new Set<Promise<boolean>>();
  #setup: FormSetup;
  #reads: Set<string>;
  #computedTexts: string[];
  #derived: DerivedValues;
  #checks: FieldChecks | undefined;
  #deriving = false;
  #hasRules?: boolean;
  /** Names below `form` on which the fields required by rules depend. */
  #ruleReads: Set<string> | undefined;
  #hiddenAtFirst: ReadonlyMap<string, HiddenMode> = new Map();
  /** Errors from the server for fields that have not been changed since. */
  #refusals = new Map<string, string>();
  /** The field that the form itself focused. */
  #begun?: string | undefined;

  constructor(setup: FormSetup) {
    this.#setup = setup;
    this.form = setup.form;
    this.plan = planOf(setup.form);
    this.record = setup.record;
    this.store = new FormStore(startValues(setup, setup.record));
    this.#reads = conditionReads(setup.form, this.plan);
    this.#derived = new DerivedValues(this.plan, this.store);
    if (setup.checkCalls && hasPlaces(this.plan, isChecked))
      this.#checks = this.#createChecks(setup.checkCalls);
    this.#computedTexts = this.plan.spots
      .filter(({ field }) => isComputed(field.label) || isComputed(field.hint))
      .map(({ key }) => key);
    this.recompute();
    this.store.setInitial(this.store.values);
    this.#hiddenAtFirst = this.store.hidden;
    this.store.subscribeAny((top) => {
      if (this.#deriving) return;
      if (top === undefined || this.#reads.has(top) || this.#reads.has('*')) this.recompute();
      else if (this.#ruleReads?.has(top)) this.#markRequired();
    });
  }

  /** Delays the submit until this promise is settled. */
  waitFor(sending: Promise<boolean>): void {
    this.coming.add(sending);
    void sending.finally(() => this.coming.delete(sending));
  }

  get schema(): JsonSchema {
    return this.#setup.schema;
  }

  get hasRules(): boolean {
    return (this.#hasRules ??= hasRules(this.schema));
  }

  /** The page's scope with `form` as conditions read it. */
  scope(): Scope {
    return { ...this.#setup.scope(), form: this.visible() };
  }

  /** Values without those of hidden fields. */
  visible(): Tree {
    return visibleValues(this.plan, this.store.values, this.store.hidden);
  }

  /** Evaluates every condition again, and sets computed values until nothing changes any more. */
  recompute(): void {
    this.#evaluateConditions();
    for (let turn = 0; turn < MAX_TURNS && this.#derive(); turn++) this.#evaluateConditions();
    if (this.store.status.readOnly) return;
    this.#markRequired();
    this.#checks?.follow(this.scope());
  }

  /** Marks the fields that the rules require for the current values. */
  #markRequired(): void {
    if (!this.hasRules) return;
    this.#ruleReads ??= namesReadByRules(this.schema);
    this.store.setRequiredByRules(new Set(requiredByRules(this.schema, bodyOf(this.payload(), this.schema))));
  }

  #createChecks(calls: CheckCalls): FieldChecks {
    return new FieldChecks({
      plan: this.plan,
      i18n: this.#setup.i18n,
      calls,
      isSound: (key) => {
        const field = spotAt(this.plan, key)?.field;
        const value = this.store.get(pathOf(key));
        return !!field && !this.store.unread.has(key) && !fieldProblems(field.schema, false, value).length;
      },
      revalidate: (key) => this.validateField(key),
      waitFor: (answer) => this.waitFor(answer),
    });
  }

  /** Stops all checks when the form unmounts. */
  stop(): void {
    this.#checks?.forget();
  }

  #derive(): boolean {
    this.#deriving = true;
    try {
      return this.#derived.apply(this.visible(), this.scope(), this.record === undefined);
    } finally {
      this.#deriving = false;
    }
  }

  #evaluateConditions(): void {
    const { form, store, plan } = this;
    const before = store.hidden;
    const hidden = findHidden(plan, store.values, this.#setup.scope());
    store.setHidden(hidden);
    for (const [key, mode] of hidden) if (mode === 'clear' && !before.has(key)) this.#clear(key);
    const scope = this.scope();
    const enabled = placesOf(plan, store.values, scope, ({ field }) => field.enabledWhen !== undefined);
    if (enabled.length || store.locked.size)
      store.setLocked(
        new Set(
          enabled.filter(({ spot, scope: own }) => !holds(spot.field.enabledWhen, own)).map(({ key }) => key),
        ),
      );
    const readOnly =
      !this.#setup.allowed ||
      (form.readOnlyWhen !== undefined && evaluate(form.readOnlyWhen, scope) === true);
    if (readOnly !== store.status.readOnly) store.setStatus({ readOnly });
    for (const key of this.#computedTexts) store.notify(key);
  }

  /** The current text of a label or hint; computed texts read the form, and the item that contains the field at `key`. */
  text(text: CompiledText, key = ''): string {
    if (!isComputed(text)) return this.#setup.i18n.t((text as { key: string }).key);
    return textIn(this.#setup.i18n, text, this.scopeAt(key));
  }

  /** The label of a field for a message elsewhere: within a list it begins with the titles of the items that contain it. */
  labelAt(key: string): string {
    const labels = spotsAlong(this.plan, key).map(({ spot, prefix, item }) => {
      const label = this.text(spot.field.label, prefix + spot.key);
      return item === undefined ? label : itemTitle(this.#setup.i18n.t, spot.field, label, Number(item));
    });
    return labels.join(', ');
  }

  /** The scope of a field: within a list with its `item`. */
  scopeAt(key: string): Scope {
    const scope = this.scope();
    const item = itemAround(this.visible(), key);
    return item === undefined ? scope : { ...scope, item };
  }

  change(key: string, value: unknown): void {
    const { store } = this;
    this.#refusals.delete(key);
    store.set(pathOf(key), value);
    if (!store.status.dirty) store.setStatus({ dirty: true });
    if (store.errors.has(key)) this.validateField(key);
  }

  /** Removes an item of a list; errors and unparsed input of later items stay with them. */
  removeItem(key: string, index: number): void {
    const newKey = (old: string) => keyAfterRemoval(old, key, index);
    renameKeys(this.#refusals, newKey);
    this.#derived.rename(newKey);
    this.#checks?.rename(newKey);
    this.store.rename(newKey);
    const list = this.store.get(pathOf(key)) as unknown[];
    this.change(
      key,
      list.filter((_item, at) => at !== index),
    );
  }

  /** Stores text of a field that is not a valid value: it is kept, reported, and blocks the save. */
  keepUnread(key: string, unread: Unread | undefined): void {
    const { store } = this;
    if (!unread && !store.unread.has(key)) return;
    store.setUnread(key, unread);
    this.validateField(key);
    if (unread) store.setStatus({ dirty: true });
    else this.settleDirty();
  }

  /** The form focuses this field; leaving it empty shows no error. */
  beginAt(key: string): void {
    this.#begun = key;
  }

  /** The field lost the focus: from now on it is validated. */
  leave(key: string): void {
    this.#tidy(key);
    const passed = key === this.#begun && isEmpty(this.store.get(pathOf(key))) && !this.store.unread.has(key);
    this.#begun = undefined;
    if (passed) return this.settleDirty();
    this.store.touch(key);
    this.validateField(key);
    this.#validateOtherEnd(key);
    this.settleDirty();
  }

  /** Validates the other day of a period, as an error between the two days depends on both. */
  #validateOtherEnd(key: string): void {
    const field = spotAt(this.plan, key)?.field;
    if (!field?.period) return;
    const around = pathOf(key).slice(0, -field.path.length);
    const other = keyOf([...around, ...field.period.other]);
    if (this.store.touched.has(other) || this.store.errors.has(other)) this.validateField(other);
  }

  /** Whether unsaved input would be lost. */
  isDirty = (): boolean => {
    const { store } = this;
    if (this.#unread().length) return true;
    return isDirty(this.form, store.initial, store.values, store.hidden, this.#hiddenAtFirst);
  };

  /** Whether a save would change nothing: the record has a version, and nothing was entered or added by the config. */
  isUnchanged(): boolean {
    const { form, record, schema } = this;
    if (!record || !form.carried.includes('version') || this.isDirty()) return false;
    const { properties = {} } = schema;
    const added = argumentsIn(form.submit.with, this.scope());
    return Object.entries(added).every(
      ([name, value]) => !(name in properties) || sameEntry(value, record[name]),
    );
  }

  /** Without the operation's permission the form is read-only. */
  allow(allowed: boolean): void {
    if (allowed === this.#setup.allowed) return;
    this.#setup = { ...this.#setup, allowed };
    this.recompute();
  }

  /** Updates the error messages after a change of the language. */
  refreshErrors(): void {
    const { store } = this;
    if (!store.errors.size) return;
    const { errors, unplaced } = this.validate(this.payload());
    const still = [...errors].filter(([key]) => store.errors.has(key));
    store.setErrors(new Map(still), store.unplaced.length ? unplaced : []);
  }

  /** Trims the text of a field; blanks alone become an empty value. */
  #tidy(key: string): void {
    const field = spotAt(this.plan, key)?.field;
    const text = this.store.get(pathOf(key));
    if (typeof text !== 'string' || !field || field.widget === 'password') return;
    const tidy = text.trim();
    if (tidy === text) return;
    this.change(key, tidy || (field.nullable ? null : undefined));
  }

  /** Trims the texts of all fields before they are validated. */
  tidy(): void {
    for (const { key } of placesOf(this.plan, this.visible(), this.scope(), () => true)) this.#tidy(key);
  }

  settleDirty(): void {
    const { store } = this;
    const dirty = this.isDirty();
    if (dirty !== store.status.dirty) store.setStatus({ dirty });
  }

  validateField(key: string): void {
    const { store, plan } = this;
    const spot = spotAt(plan, key);
    if (!spot || hiddenMode(store.hidden, key) || store.status.readOnly) return;
    const unread = store.unread.get(key);
    if (unread) return store.setError(key, unread.why());
    const value = store.get(pathOf(key));
    const [problem] = fieldProblems(spot.field.schema, spot.field.required, value);
    const body = !problem && this.hasRules ? bodyOf(this.payload(), this.schema) : undefined;
    const broken = body && checkRules(this.schema, body).find(({ field }) => field === key);
    const { t } = this.#setup.i18n;
    const own = problem ? problemText(problem, t) : broken && t(broken.message);
    store.setError(key, own ?? this.#refusals.get(key) ?? this.#checks?.messageAt(key, this.scopeAt(key)));
  }

  /** Shows the errors of a refused save, at each field until it is changed, as only the server can check them. */
  refuse(complaints: readonly Complaint[], otherwise: string): void {
    const { errors, unplaced } = this.place(complaints);
    this.#refusals = new Map(errors);
    this.store.setErrors(errors, complaints.length ? unplaced : [otherwise]);
  }

  /** The request for the current values. */
  payload(): Tree {
    const { form, schema, store, record } = this;
    return composePayload({
      form,
      schema,
      values: store.values,
      hidden: store.hidden,
      ...(record ? { record } : {}),
      with: argumentsIn(form.submit.with, this.scope()),
    });
  }

  /** Validates the whole request as the server will. */
  validate(payload: Tree): Placed {
    const { t } = this.#setup.i18n;
    const body = bodyOf(payload, this.schema);
    const complaints: Complaint[] = findProblems(this.schema, body).map((problem) => ({
      path: problem.path,
      message: problemText(problem, t),
      missing: problem.keyword === 'required',
    }));
    for (const { field, message } of this.hasRules ? checkRules(this.schema, body) : [])
      complaints.push({ path: pathOf(field), message: t(message) });
    for (const key of this.#checks?.wrong ?? [])
      complaints.push({ path: pathOf(key), message: this.#checks!.messageAt(key, this.scopeAt(key)) ?? '' });
    // Errors of unparsed input take precedence over errors of the value.
    const unread = this.#unread().map(([key, { why }]) => ({ path: pathOf(key), message: why() }));
    return this.place([...unread, ...complaints]);
  }

  place(complaints: readonly Complaint[]): Placed {
    return placeComplaints(this.plan, this.store.hidden, complaints);
  }

  /** Makes a record the new base of the form; input since `since` is kept. */
  rebase(record: Tree, since?: Tree): void {
    const { store, plan } = this;
    const base = startValues(this.#setup, record);
    let values = base;
    if (since)
      for (const { field } of plan.spots) {
        const now = getAt(store.values, field.path);
        if (!Object.is(now, getAt(since, field.path))) values = setAt(values, field.path, now) as Tree;
      }
    this.record = record;
    this.#derived.forget();
    this.#checks?.forget();
    if (!since) store.unread.clear();
    store.replace(base, true);
    this.#hiddenAtFirst = store.hidden;
    if (values !== base) store.replace(values, false);
    this.settleDirty();
  }

  #unread(): [string, Unread][] {
    const { unread, hidden } = this.store;
    return [...unread].filter(([key]) => !hiddenMode(hidden, key));
  }

  #clear(key: string): void {
    const path = pathOf(key);
    const spot = spotAt(this.plan, key);
    if (spot && !path.includes('*') && !isEmpty(this.store.get(path)))
      this.store.set(path, spot.field.nullable ? null : undefined);
  }
}

/** Most iterations of computed values that depend on one another; more would be a cycle. */
const MAX_TURNS = 8;

const isComputed = (text: CompiledText | undefined): boolean =>
  text !== undefined && !('key' in text && !text.with);

/** Names that a check reads: it runs again when its arguments or its condition change. */
const checkReads = (check: CompiledCheck | undefined): Set<string> =>
  new Set(
    check && [check.call.when, ...Object.values(check.call.with)].flatMap((value) => [...formReads(value)]),
  );

/** Names below `form` that conditions of the form read. */
function conditionReads(form: CompiledForm, plan: Plan): Set<string> {
  const reads = formReads(form.readOnlyWhen);
  const add = (more: Set<string>) => more.forEach((name) => reads.add(name));
  const visit = ({ spots, regions }: Plan) => {
    for (const { guards, field, items } of spots) {
      for (const { when } of guards) add(formReads(when));
      add(formReads(field.enabledWhen));
      add(formReads(field.value));
      add(formReads(field.follows));
      add(checkReads(field.check));
      add(formReads(field.label));
      add(formReads(field.hint));
      if (items) visit(items);
    }
    for (const { guards } of regions) for (const { when } of guards) add(formReads(when));
  };
  visit(plan);
  return reads;
}
