/** The request of a form: carried properties of the record, visible fields, and values of the config. */
import type { CompiledForm } from '../../language/compiled.ts';
import type { JsonSchema } from '../../language/schema.ts';
import { visibleValues } from './hidden.ts';
import { getAt, keyOf, sameEntry, setAt, type Path } from './paths.ts';
import { planOf } from './plan.ts';
import { cutToSchema, isObject, isRequiredAt, plainJson, schemaAt } from './schemas.ts';
import type { HiddenMode, Tree } from './store.ts';
import { stripNull } from '../../language/schema.ts';

export interface PayloadParts {
  form: CompiledForm;
  schema: JsonSchema;
  values: Tree;
  hidden: ReadonlyMap<string, HiddenMode>;
  /** The loaded record, whose `carried` properties are sent back. */
  record?: Tree;
  /** Values of `submit.with`, computed. */
  with: Record<string, unknown>;
}

/** The arguments of the submit operation. An argument that the schema does not have is a path or query parameter. */
export function composePayload(parts: PayloadParts): Tree {
  const { form, schema, record, values, hidden } = parts;
  const { spots } = planOf(form);
  const seen = visibleValues(planOf(form), values, hidden);
  let body: Tree = {};
  for (const name of form.carried) {
    const value = getAt(record, [name]);
    if (value !== undefined) body[name] = value;
  }
  for (const path of carriedWithin(form, schema, record))
    body = setAt(body, path, cutToSchema(getAt(record, path), schemaAt(schema, path))) as Tree;
  for (const { field } of spots) {
    const value = plainJson(getAt(seen, field.path));
    if (value !== undefined)
      body = setAt(body, field.path, cutToSchema(value, schemaAt(schema, field.path))) as Tree;
  }
  body = keepRequiredGroups(body, schema, form);
  return { ...body, ...dropUndefined(parts.with) };
}

/** Members that no field shows, of objects with shown members: they are sent back unchanged. */
function carriedWithin(form: CompiledForm, schema: JsonSchema, record: Tree | undefined): Path[] {
  const { spots } = planOf(form);
  const shown = spots.map(({ field }) => field.path);
  const holders = new Map(
    shown.flatMap((path) => path.slice(1).map((_, i) => [keyOf(path.slice(0, i + 1)), path.slice(0, i + 1)])),
  );
  return [...holders.values()].flatMap((holder) => {
    const known = Object.keys(stripNull(schemaAt(schema, holder) ?? {}, {}).schema.properties ?? {});
    return known
      .map((name) => [...holder, name])
      .filter((path) => getAt(record, path) !== undefined && !shown.some((one) => isAlong(path, one)));
  });
}

/** Whether one path is a prefix of the other. */
const isAlong = (a: Path, b: Path): boolean =>
  a.slice(0, b.length).every((name, i) => name === b[i]) || a.every((name, i) => name === b[i]);

/** The arguments that belong to the request body, which the schema validates. */
export function bodyOf(payload: Tree, schema: JsonSchema): Tree {
  const known = schema.properties;
  if (!known || schema.additionalProperties !== false) return payload;
  return Object.fromEntries(Object.entries(payload).filter(([name]) => name in known));
}

/** Whether a visible value differs from its initial value. */
export function isDirty(
  form: CompiledForm,
  initial: Tree,
  values: Tree,
  hidden: ReadonlyMap<string, HiddenMode>,
  hiddenAtFirst: ReadonlyMap<string, HiddenMode>,
): boolean {
  const plan = planOf(form);
  const now = visibleValues(plan, values, hidden);
  const before = visibleValues(plan, initial, hiddenAtFirst);
  return plan.spots.some(
    ({ key, field }) =>
      (hidden.get(key) ?? 'keep') !== 'drop' && !sameEntry(getAt(now, field.path), getAt(before, field.path)),
  );
}

/** A required object without values is sent as an empty object, so that its required fields are reported. */
function keepRequiredGroups(body: Tree, schema: JsonSchema, form: CompiledForm): Tree {
  let whole = body;
  for (const { field } of planOf(form).spots)
    for (let length = 1; length < field.path.length; length++) {
      const path = field.path.slice(0, length);
      if (getAt(whole, path) !== undefined || !isRequiredAt(schema, path)) continue;
      if (isObject(stripNull(schemaAt(schema, path) ?? {}, {}).schema.properties))
        whole = setAt(whole, path, {}) as Tree;
    }
  return whole;
}

const dropUndefined = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
