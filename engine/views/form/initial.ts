/** The values that a form begins with: of the loaded record, or of something new. */
import type { CompiledField, CompiledForm } from '../../language/compiled.ts';
import type { Scope } from '../../language/evaluate.ts';
import type { JsonSchema } from '../../language/schema.ts';
import { argumentsIn } from '../../page/scope.ts';
import { getAt, pathOf, setAt } from './paths.ts';
import { planOf } from './plan.ts';
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
  return withBoxes(form, (fillMissing(values, defaultsOf(schema)) ?? {}) as Tree);
}

/**
 * A box that is not ticked says no, so a request that must tell yes or no is told no; a list that must be told and may
 * be empty begins so.
 */
function withBoxes(form: CompiledForm, values: Tree): Tree {
  return planOf(form).spots.reduce((all, { field }) => {
    const empty = emptyOf(field);
    return empty === undefined || getAt(all, field.path) !== undefined
      ? all
      : (setAt(all, field.path, empty) as Tree);
  }, values);
}

function emptyOf({ required, nullable, widget, schema }: CompiledField): false | [] | undefined {
  if (!required || nullable) return undefined;
  if (widget === 'checkbox') return false;
  return schema.type === 'array' && !schema.minItems ? [] : undefined;
}
