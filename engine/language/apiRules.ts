/** Rules and shapes of the API's component schemas: `x-rules` are typed, and schemas are closed (rules 4 and 9). */
import { checkKeywords } from './apiKeywords.ts';
import { checkShapes } from './apiShapes.ts';
import type { Catalogue } from './catalogue.ts';
import { nearest, type Diagnostics } from './diagnostics.ts';
import { checkExpression } from './expressions.ts';
import type { OpenApiFile } from './openapi.ts';
import { resourcesOf } from './resources.ts';
import type { JsonSchema } from './schema.ts';
import { pointerOf, type Source } from './source.ts';
import { BOOLEAN, fits, followPath } from './types.ts';

type KeyCheck = (source: Source, key: string, pointer: string) => void;

/** Checks every component of one API file. */
export function checkApiSchemas(
  source: Source,
  catalogue: Catalogue,
  key: KeyCheck,
  diagnostics: Diagnostics,
): void {
  const { components, 'x-closed': closed = false } = (source.value ?? {}) as Partial<OpenApiFile>;
  checkPickers(source, catalogue, diagnostics);
  checkPermissions(source, catalogue, diagnostics);
  checkTones(source, source.value, '', diagnostics);
  checkKeywords(source, diagnostics);
  checkShapes({ source, catalogue, diagnostics });
  for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
    const pointer = `/components/schemas/${name}`;
    checkClosed(source, schema, pointer, closed, diagnostics);
    schema['x-rules']?.forEach((_, i) =>
      checkRule(source, name, i, `${pointer}/x-rules/${i}`, catalogue, key, diagnostics),
    );
  }
}

/** Reports permissions that are not in the list of permissions. Checks nothing when that list could not be read. */
function checkPermissions(source: Source, { permissions }: Catalogue, diagnostics: Diagnostics): void {
  if (permissions.length === 0) return;
  const expect = (value: unknown, pointer: string): void => {
    if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) expect(one, `${pointer}/${name}`);
    else if (typeof value === 'string' && !permissions.includes(value))
      diagnostics.add('unknown-permission', source, pointer, {
        received: value,
        near: nearest(value, permissions),
      });
  };
  const visit = (value: unknown, pointer: string, own: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, one] of Object.entries(value)) {
      const at = pointer + pointerOf(name);
      if (name === 'x-permissions' || (own && name === 'permissions')) expect(one, at);
      else visit(one, at, own);
    }
  };
  const doc = (source.value ?? {}) as Partial<OpenApiFile>;
  visit(doc.paths, '/paths', false);
  for (const part of ['x-resource-defaults', 'x-resources'] as const) visit(doc[part], `/${part}`, true);
}

/** Reports tones of values that the `enum` beside them does not have. */
function checkTones(source: Source, value: unknown, pointer: string, diagnostics: Diagnostics): void {
  if (typeof value !== 'object' || value === null) return;
  const { enum: words, 'x-tones': tones } = value as JsonSchema;
  if (tones && !words)
    diagnostics.add('missing-property', source, pointer, { received: 'enum', note: 'beside x-tones' });
  for (const received of Object.keys((words && tones) ?? {}))
    if (!words!.includes(received))
      diagnostics.add(
        'unknown-enum-word',
        source,
        `${pointer}/x-tones${pointerOf(received)}`,
        { received, near: nearest(received, words!.map(String)), expected: words!.join(', ') },
        { key: true },
      );
  for (const [name, part] of Object.entries(value))
    if (name !== 'x-tones') checkTones(source, part, pointer + pointerOf(name), diagnostics);
}

/** Reports pickers of entities that are not registered. */
function checkPickers(source: Source, { manifests }: Catalogue, diagnostics: Diagnostics): void {
  const doc = (source.value ?? {}) as Partial<OpenApiFile>;
  const names = [...manifests.values()].filter(({ kind }) => kind === 'picker').map(({ name }) => name);
  const expect = (picker: string | undefined, pointer: string) => {
    if (picker !== undefined && !names.includes(picker))
      diagnostics.add('unknown-widget', source, pointer, {
        received: picker,
        expected: 'picker',
        near: nearest(picker, names),
      });
  };
  for (const [name, entity] of Object.entries(doc['x-entities'] ?? {}))
    expect(entity.picker, `/x-entities/${name}/picker`);
  for (const [name, { entity }] of resourcesOf(doc))
    expect(entity?.picker, `/x-resources/${name}/entity/picker`);
}

function checkRule(
  source: Source,
  name: string,
  index: number,
  pointer: string,
  { api, locales }: Catalogue,
  key: KeyCheck,
  diagnostics: Diagnostics,
): void {
  const schema = api.schemas[name]!;
  const rule = schema['x-rules']![index]!;
  const { type, problems } = checkExpression(rule.expr, { form: schema }, api.schemas);
  for (const { code, offset, facts } of problems)
    diagnostics.add(code, source, `${pointer}/expr`, facts, { offset });
  if (!fits(type, BOOLEAN, api.schemas)) diagnostics.add('not-boolean', source, `${pointer}/expr`, {});
  const found = followPath(schema, rule.field.split('.'), api.schemas);
  if (!found.type)
    diagnostics.add('unknown-path', source, `${pointer}/field`, {
      received: rule.field,
      near: found.near ?? nearest(rule.field, found.names ?? []),
    });
  key(source, rule.message, `${pointer}/message`);
  const texts = locales.flatMap((locale) => locale.texts.get(rule.message)?.text ?? []);
  const placeholder = texts.map((text) => /\{\{\s*(\w+)/.exec(text)?.[1]).find(Boolean);
  if (placeholder)
    diagnostics.add('missing-parameter', source, `${pointer}/message`, {
      received: placeholder,
      note: 'the message of a rule is shown as it is',
    });
}

/** Objects declare their properties, and each property its type. An open object must give its reason. */
function checkClosed(
  source: Source,
  schema: JsonSchema,
  pointer: string,
  closed: boolean,
  diagnostics: Diagnostics,
): void {
  const typed =
    schema.type ?? schema.$ref ?? schema.anyOf ?? schema.oneOf ?? schema.allOf ?? schema.enum ?? schema.const;
  const open = !closed && schema.type === 'object' && schema.additionalProperties === undefined;
  const unexplained = schema.additionalProperties === true && !schema.description;
  if (typed === undefined || open || unexplained) diagnostics.add('api-untyped', source, pointer);
  if (closed || schema.additionalProperties === false) checkNeeded(source, schema, pointer, diagnostics);
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    checkClosed(source, property, `${pointer}/properties/${name}`, closed, diagnostics);
  if (schema.items) checkClosed(source, schema.items, `${pointer}/items`, closed, diagnostics);
}

/** Reports required properties that a closed object does not declare. Merged parts declare their properties elsewhere. */
export function checkNeeded(
  source: Source,
  { properties, required = [], allOf }: JsonSchema,
  pointer: string,
  diagnostics: Diagnostics,
): void {
  if (!properties || allOf) return;
  const names = Object.keys(properties);
  required.forEach((received, i) => {
    if (!names.includes(received))
      diagnostics.add('unknown-path', source, `${pointer}/required/${i}`, {
        received,
        near: nearest(received, names),
      });
  });
}
