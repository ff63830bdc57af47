/** The initial values of a form: of the loaded record, or of a new one. */
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
 * Sets required booleans without a value to false, as an unchecked checkbox means no, and required lists that may be
 * empty to an empty list.
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
