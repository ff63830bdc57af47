/** The same scene as one would write it by hand: one state, controlled inputs, no memo. */
import { useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { JsonSchema } from '../../../engine/language/schema.ts';
import { makeBench } from './instruments.ts';
import { makeSchema, sizeOfPage } from './scene.ts';
import './plain.css';

type Values = Record<string, unknown>;

function check(schema: JsonSchema, required: boolean, value: unknown): string {
  if (value === undefined || value === '') return required ? 'required' : '';
  const length = String(value).length;
  if (schema.minLength !== undefined && length < schema.minLength)
    return `at least ${schema.minLength} characters`;
  if (schema.maxLength !== undefined && length > schema.maxLength)
    return `at most ${schema.maxLength} characters`;
  if (schema.minimum !== undefined && Number(value) < schema.minimum) return `at least ${schema.minimum}`;
  if (schema.maximum !== undefined && Number(value) > schema.maximum) return `at most ${schema.maximum}`;
  if (schema.enum && !schema.enum.includes(value as string)) return 'not an option';
  return '';
}

function Form({ schema }: { schema: JsonSchema }): ReactNode {
  const [values, setValues] = useState<Values>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const required = new Set(schema.required);
  const entries = Object.entries(schema.properties!);
  const set = (name: string, value: unknown) => {
    setValues({ ...values, [name]: value });
    if (errors[name])
      setErrors({ ...errors, [name]: check(schema.properties![name]!, required.has(name), value) });
  };
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setErrors(
          Object.fromEntries(entries.map(([name, s]) => [name, check(s, required.has(name), values[name])])),
        );
      }}
    >
      {entries.map(([name, s]) => (
        <div className="row" key={name}>
          <label htmlFor={name}>
            {s.title}
            {required.has(name) ? ' *' : ''}
          </label>
          <Control id={name} schema={s} value={values[name]} onChange={(value) => set(name, value)} />
          {errors[name] && <div className="error">{errors[name]}</div>}
        </div>
      ))}
      <button className="save">Save</button>
    </form>
  );
}

interface ControlProps {
  id: string;
  schema: JsonSchema;
  value: unknown;
  onChange(value: unknown): void;
}

function Control({ id, schema, value, onChange }: ControlProps): ReactNode {
  if (schema.enum)
    return (
      <select id={id} value={String(value ?? '')} onChange={(e) => onChange(e.target.value || undefined)}>
        <option value="">none</option>
        {schema.enum.map((word) => (
          <option key={String(word)}>{String(word)}</option>
        ))}
      </select>
    );
  if (schema.type === 'boolean')
    return (
      <input id={id} type="checkbox" checked={value === true} onChange={(e) => onChange(e.target.checked)} />
    );
  const type = schema.type === 'number' ? 'number' : schema.format === 'date' ? 'date' : 'text';
  return (
    <input
      id={id}
      type={type}
      value={String(value ?? '')}
      onChange={(e) =>
        onChange(type === 'number' && e.target.value ? Number(e.target.value) : e.target.value)
      }
    />
  );
}

const schema = makeSchema(sizeOfPage());
window.bench = makeBench(() => createRoot(document.getElementById('app')!).render(<Form schema={schema} />));
