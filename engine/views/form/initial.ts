/** The values that a form begins with: of the loaded record, or of something new. */
import type { CompiledForm } from '../../language/compiled.ts';
import type { Scope } from '../../language/evaluate.ts';
import type { JsonSchema } from '../../language/schema.ts';
import { argumentsIn } from '../scope.ts';
import { pathOf, setAt } from './paths.ts';
import { cutToSchema, defaultsOf, fillMissing } from './schemas.ts';
import type { Tree } from './store.ts';

interface Start {
  form: CompiledForm;
  schema: JsonSchema;
  scope: () => Scope;
}

export function startValues({ form, schema, scope }: Start, record: Tree | undefined): Tree {
  if (record) return cutToSchema(record, schema) as Tree;
  let values: unknown = {};
  for (const [name, value] of Object.entries(argumentsIn(form.initial, scope())))
    if (value !== undefined) values = setAt(values, pathOf(name), value);
  return (fillMissing(values, defaultsOf(schema)) ?? {}) as Tree;
}
