/** A hand-written form: one small store; each field subscribes to its own value, so that a key re-renders one field. */
import { memo, useCallback, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { JsonSchema } from '../../../engine/language/schema.ts';
import { makeSchema } from '../scenes.ts';
import { drawWhenCalled, wanted } from './page.ts';

type Value = string | number | boolean | undefined;

function complaint(schema: JsonSchema, required: boolean, value: Value): string {
  if (value === undefined || value === '') return required ? 'required' : '';
  const { minLength, maxLength, minimum, maximum } = schema;
  const length = String(value).length;
  if (minLength !== undefined && length < minLength) return `at least ${minLength} characters`;
  if (maxLength !== undefined && length > maxLength) return `at most ${maxLength} characters`;
  if (minimum !== undefined && Number(value) < minimum) return `at least ${minimum}`;
  if (maximum !== undefined && Number(value) > maximum) return `at most ${maximum}`;
  if (schema.enum && !schema.enum.includes(value as string)) return 'not an option';
  return '';
}

interface Field {
  value: Value;
  error: string;
}
const EMPTY: Field = { value: undefined, error: '' };

class Store {
  #fields = new Map<string, Field>();
  #listeners = new Map<string, () => void>();
  get = (key: string): Field => this.#fields.get(key) ?? EMPTY;
  set(key: string, field: Field): void {
    this.#fields.set(key, field);
    this.#listeners.get(key)?.();
  }
  subscribe(key: string, listener: () => void): () => void {
    this.#listeners.set(key, listener);
    return () => this.#listeners.delete(key);
  }
}

interface FieldProps {
  name: string;
  schema: JsonSchema;
  required: boolean;
  store: Store;
}

function control(name: string, schema: JsonSchema, value: Value, put: (next: Value) => void): ReactNode {
  const text = value === undefined ? '' : String(value);
  return schema.enum ? (
    <select id={name} value={text} onChange={(e) => put(e.target.value || undefined)}>
      <option value="">…</option>
      {schema.enum.map((word) => (
        <option key={String(word)}>{String(word)}</option>
      ))}
    </select>
  ) : schema.type === 'boolean' ? (
    <input id={name} type="checkbox" checked={value === true} onChange={(e) => put(e.target.checked)} />
  ) : schema.type === 'number' ? (
    <input
      id={name}
      type="number"
      value={text}
      onChange={(e) => put(e.target.value === '' ? undefined : Number(e.target.value))}
    />
  ) : (
    <input
      id={name}
      type={schema.format === 'date' ? 'date' : 'text'}
      value={text}
      onChange={(e) => put(e.target.value)}
    />
  );
}

const FieldRow = memo(({ name, schema, required, store }: FieldProps) => {
  const subscribe = useCallback((listener: () => void) => store.subscribe(name, listener), [store, name]);
  const { value, error } = useSyncExternalStore(subscribe, () => store.get(name));
  const put = (next: Value) =>
    store.set(name, { value: next, error: error && complaint(schema, required, next) });
  return (
    <div className="row">
      <label htmlFor={name}>
        {schema.title}
        {required ? ' *' : ''}
      </label>
      {control(name, schema, value, put)}
      {error && <div className="err">{error}</div>}
    </div>
  );
});

const schema = makeSchema(Number(wanted('n') ?? 200));
const required = new Set(schema.required);

function Form() {
  const [store] = useState(() => new Store());
  const judge = () => {
    for (const [name, one] of Object.entries(schema.properties)) {
      const { value, error } = store.get(name);
      const now = complaint(one, required.has(name), value);
      if (now !== error) store.set(name, { value, error: now });
    }
  };
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        judge();
      }}
    >
      {Object.entries(schema.properties).map(([name, one]) => (
        <FieldRow key={name} name={name} schema={one} required={required.has(name)} store={store} />
      ))}
      <button id="submit">Save</button>
    </form>
  );
}

drawWhenCalled(() => <Form />);
