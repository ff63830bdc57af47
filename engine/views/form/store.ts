/**
 * The state of one form, outside React: values, errors, touched, hidden and locked fields. Each field has
 * its own subscription, so that a keystroke re-renders one field and nothing else.
 *
 * The tree of values is immutable for its readers. Between two reads the store changes its own copy in
 * place: typing into a form of a thousand fields copies nothing per key.
 */
import { createStore } from '../../data/store.ts';
import type { Unread } from '../../registry/define.ts';
import {
  assign,
  getAt,
  keyOf,
  patternsOf,
  renameKeys,
  shallowCopy,
  type NewKey,
  type Path,
} from './paths.ts';

export type Tree = Record<string, unknown>;
type Listener = () => void;
/** Called with the first name of the changed path; undefined when everything may have changed. */
type AnyListener = (top: string | undefined) => void;

/** Effect of hiding on a field's value (rule 8). */
export type HiddenMode = 'drop' | 'keep' | 'clear';

interface Slot {
  version: number;
  listeners: Set<Listener>;
  /** The same function at each render, so that React does not subscribe again. */
  subscribe: (listener: Listener) => () => void;
}

export interface FormStatus {
  submitting: boolean;
  readOnly: boolean;
  /** Incremented whenever errors are set, so that summary and counters re-render. */
  errors: number;
  /** Incremented whenever a field, section or pane is hidden or shown, or a field becomes required or optional. */
  layout: number;
  /** Whether unsaved input would be lost; exact once a field has lost the focus. */
  dirty: boolean;
}

export class FormStore {
  readonly errors = new Map<string, string>();
  readonly touched = new Set<string>();
  /** Unparsed input by field; the value of the field is the former one. */
  readonly unread = new Map<string, Unread>();
  /** Error messages without a field of the form. */
  unplaced: string[] = [];
  hidden: ReadonlyMap<string, HiddenMode> = new Map();
  locked: ReadonlySet<string> = new Set();
  /** Fields that a rule requires for the current values, beside those that are always required. */
  requiredByRules: ReadonlySet<string> = new Set();
  readonly statusStore = createStore<FormStatus>({
    submitting: false,
    readOnly: false,
    errors: 0,
    layout: 0,
    dirty: false,
  });

  #tree: Tree;
  #initial: Tree;
  /** Containers created since the tree was last read: no one else has references to them. */
  #own = new WeakSet<object>();
  #slots = new Map<string, Slot>();
  #any = new Set<AnyListener>();

  constructor(values: Tree) {
    this.#tree = values;
    this.#initial = values;
  }

  /** All values, including those of hidden fields. */
  get values(): Tree {
    this.#own = new WeakSet();
    return this.#tree;
  }

  /** The values that the form was opened or last saved with. */
  get initial(): Tree {
    return this.#initial;
  }

  get(path: Path): unknown {
    const value = getAt(this.#tree, path);
    if (value !== null && typeof value === 'object') this.#own = new WeakSet();
    return value;
  }

  set(path: Path, value: unknown): void {
    if (Object.is(getAt(this.#tree, path), value)) return;
    this.#write(path, value);
    this.#notifyAround(path);
    for (const listener of this.#any) listener(path[0]);
  }

  setUnread(key: string, unread: Unread | undefined): void {
    if (unread) this.unread.set(key, unread);
    else if (!this.unread.delete(key)) return;
    this.notify(key);
  }

  /** Replaces all values: as the new base when `asInitial`, otherwise as input. */
  replace(values: Tree, asInitial: boolean): void {
    this.#tree = values;
    this.#own = new WeakSet();
    if (asInitial) this.#initial = values;
    this.notifyAll();
    for (const listener of this.#any) listener(undefined);
  }

  setInitial(values: Tree): void {
    this.#initial = values;
  }

  /** Version of one field: incremented with its value, error, touched and locked state. */
  version(key: string): number {
    return this.#slots.get(key)?.version ?? 0;
  }

  subscribe(path: Path | string, listener: Listener): () => void {
    return this.#slot(typeof path === 'string' ? path : keyOf(path)).subscribe(listener);
  }

  /** For useSyncExternalStore: one stable function per field. */
  subscriber(key: string): (listener: Listener) => () => void {
    return this.#slot(key).subscribe;
  }

  subscribeAny(listener: AnyListener): () => void {
    this.#any.add(listener);
    return () => this.#any.delete(listener);
  }

  get status(): FormStatus {
    return this.statusStore.get();
  }

  setStatus(patch: Partial<FormStatus>): void {
    this.statusStore.set((status) => ({ ...status, ...patch }));
    if (patch.readOnly !== undefined) this.notifyAll();
  }

  touch(key: string): void {
    this.touched.add(key);
  }

  /** Sets or removes the error of one field. */
  setError(key: string, message: string | undefined): void {
    if (this.errors.get(key) === message) return;
    if (message === undefined) this.errors.delete(key);
    else this.errors.set(key, message);
    this.notify(key);
    this.setStatus({ errors: this.status.errors + 1 });
  }

  /** Replaces all errors; only fields whose error changed re-render. */
  setErrors(errors: ReadonlyMap<string, string>, unplaced: string[] = []): void {
    const changed = new Set<string>();
    for (const key of this.errors.keys()) if (!errors.has(key)) changed.add(key);
    for (const [key, message] of errors) if (this.errors.get(key) !== message) changed.add(key);
    this.errors.clear();
    for (const [key, message] of errors) this.errors.set(key, message);
    this.unplaced = unplaced;
    for (const key of changed) this.notify(key);
    this.setStatus({ errors: this.status.errors + 1 });
  }

  setHidden(hidden: ReadonlyMap<string, HiddenMode>): void {
    if (hidden.size === this.hidden.size && [...hidden].every(([key, mode]) => this.hidden.get(key) === mode))
      return;
    const before = this.hidden;
    this.hidden = hidden;
    const changed = new Set<string>();
    for (const key of new Set([...before.keys(), ...hidden.keys()]))
      if (before.has(key) !== hidden.has(key)) changed.add(key.replace(/~\d+$/, ''));
    for (const key of this.#slotsAt(changed)) this.notify(key);
    this.setStatus({ layout: this.status.layout + 1 });
  }

  setLocked(locked: ReadonlySet<string>): void {
    const before = this.locked;
    this.locked = locked;
    this.#notifyDifferent(before, locked);
  }

  setRequiredByRules(required: ReadonlySet<string>): void {
    const before = this.requiredByRules;
    this.requiredByRules = required;
    if (this.#notifyDifferent(before, required)) this.setStatus({ layout: this.status.layout + 1 });
  }

  /** The subscribed fields at these keys, in which `*` means every item of a list. */
  #slotsAt(keys: ReadonlySet<string>): Iterable<string> {
    if (![...keys].some((key) => key.includes('*'))) return keys;
    return [...this.#slots.keys()].filter((key) => patternsOf(key).some((pattern) => keys.has(pattern)));
  }

  /** Renames the keys of errors, touched fields and unparsed input. The caller then changes the values. */
  rename(newKey: NewKey): void {
    renameKeys(this.errors, newKey);
    renameKeys(this.unread, newKey);
    const touched = [...this.touched];
    this.touched.clear();
    for (const old of touched) {
      const key = newKey(old);
      if (key !== undefined) this.touched.add(key);
    }
    this.setStatus({ errors: this.status.errors + 1 });
  }

  #notifyDifferent(before: ReadonlySet<string>, after: ReadonlySet<string>): boolean {
    const different = [...new Set([...before, ...after])].filter((key) => before.has(key) !== after.has(key));
    for (const key of different) this.notify(key);
    return different.length > 0;
  }

  /** Re-renders every field after a change of the language. */
  notifyAll(): void {
    for (const key of this.#slots.keys()) this.notify(key);
  }

  notify(key: string): void {
    const slot = this.#slots.get(key);
    if (!slot) return;
    slot.version++;
    for (const listener of slot.listeners) listener();
  }

  #slot(key: string): Slot {
    const found = this.#slots.get(key);
    if (found) return found;
    const listeners = new Set<Listener>();
    const slot: Slot = {
      version: 0,
      listeners,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    this.#slots.set(key, slot);
    return slot;
  }

  #write(path: Path, value: unknown): void {
    let node = (this.#tree = this.#owned(this.#tree)) as Tree | unknown[];
    for (const name of path.slice(0, -1)) {
      const child = this.#owned((node as Tree)[name]);
      assign(node, name, child);
      node = child as Tree;
    }
    assign(node, path.at(-1)!, value);
  }

  #owned<T>(value: T): T {
    if (value !== null && typeof value === 'object' && this.#own.has(value)) return value;
    const copy = shallowCopy(value);
    this.#own.add(copy);
    return copy as T;
  }

  /** Notifies the field itself, those that contain it and, when a container was set, those inside it. */
  #notifyAround(path: Path): void {
    const key = keyOf(path);
    for (let length = path.length; length > 0; length--)
      this.notify(length === path.length ? key : keyOf(path.slice(0, length)));
    const value = getAt(this.#tree, path);
    if (value !== null && typeof value !== 'object' && value !== undefined) return;
    for (const other of this.#slots.keys()) if (other.startsWith(`${key}.`)) this.notify(other);
  }
}
