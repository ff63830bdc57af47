/** Checks options of a registered part against the schema in its widget.json. */
import { reportUnknown } from './calls.ts';
import type { Manifest } from './catalogue.ts';
import { nearest, plain } from './diagnostics.ts';
import { own } from './own.ts';
import { stripNull, type JsonSchema, type Schemas } from './schema.ts';
import type { Site } from './site.ts';
import { hasType, jsonType, type LanguageSchema } from './structure.ts';
import { enumOf, enumWords, followPath } from './types.ts';

type Options = Record<string, unknown> | undefined;

/** Reports unknown and ill-typed options; returns the options. `shown` is the type of the value they are for. */
export function checkOptions(
  site: Site<Options>,
  manifest: Manifest | undefined,
  shown?: JsonSchema,
): Record<string, unknown> {
  const known = manifest?.options?.properties ?? {};
  const options = site.config ?? {};
  if (manifest)
    for (const [name, given] of Object.entries(options)) {
      const schema = own(known, name);
      const part = site.below(given, name);
      if (schema) checkOption(part, schema, shown);
      else reportUnknown(part, 'unknown-option', name, Object.keys(known));
    }
  for (const name of manifest?.options?.required ?? [])
    if (!(name in options))
      site.report('missing-property', { received: name, note: `an option of ${manifest!.name}` });
  return { ...options };
}

function checkOption(site: Site, schema: LanguageSchema, shown?: JsonSchema): void {
  if (shown) checkAgainstValue(site, schema, shown);
  const fault = optionFault(site.config, schema);
  if (fault) return site.report('bad-option', fault);
  checkOptionName(site, schema);
  checkParts(site, schema, shown);
}

/** The error of the option itself, without its parts. */
function optionFault(value: unknown, schema: LanguageSchema) {
  const wanted = [schema.type ?? []].flat();
  if (wanted.length > 0 && !hasType(value, wanted))
    return { received: JSON.stringify(value), expected: wanted.join(' or ') };
  if (schema.enum && !schema.enum.includes(value as string))
    return {
      received: plain(value),
      near: nearest(plain(value), schema.enum.map(String)),
      expected: schema.enum.join(', '),
    };
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (typeof value !== 'number' || (value >= minimum && value <= maximum)) return undefined;
  const bounds = [
    ...(minimum > -Infinity ? [`at least ${minimum}`] : []),
    ...(maximum < Infinity ? [`at most ${maximum}`] : []),
  ];
  return { received: String(value), expected: bounds.join(', ') };
}

/** Checks the items of a list or the members of an object. */
function checkParts(site: Site, schema: LanguageSchema, shown?: JsonSchema): void {
  const { config: value } = site;
  const { items, properties = {}, additionalProperties: more } = schema;
  if (items && Array.isArray(value)) value.forEach((v, i) => checkOption(site.below(v, i), items, shown));
  if (!value || jsonType(value) !== 'object') return;
  for (const [key, part] of Object.entries(value)) {
    const property = own(properties, key) ?? (typeof more === 'object' ? more : undefined);
    const at = site.below(part as unknown, key);
    if (property) checkOption(at, property);
    else if (more === false)
      at.report(
        'unknown-option',
        { received: key, near: nearest(key, Object.keys(properties)) },
        { key: true },
      );
  }
}

/** Checks options that refer to the shown value: values of its enum as keys, a path in each of its items. */
function checkAgainstValue(site: Site, schema: LanguageSchema, shown: JsonSchema): void {
  const { config: option, schemas } = site;
  const words = schema['x-keys'] === 'word' ? wordsOf(shown, schemas) : undefined;
  if (words && option && typeof option === 'object')
    for (const key of Object.keys(option))
      if (!words.includes(key)) reportUnknown(site.below(key, key), 'unknown-enum-word', key, words);
  if (schema['x-name'] !== 'item-path' || typeof option !== 'string') return;
  const { items } = stripNull(shown, schemas).schema;
  const found = items && followPath(items, option.split('.'), schemas);
  if (found && !found.type)
    site.report('unknown-path', {
      received: option,
      near: found.near,
      expected: found.names?.join(', '),
    });
}

function wordsOf(shown: JsonSchema, schemas: Schemas): string[] | undefined {
  const found = enumOf(shown, schemas);
  return found && enumWords(found, schemas)?.map(plain);
}

/** Checks an option that is a name: of a text, an icon, a dictionary, a screen. */
function checkOptionName(site: Site, { 'x-name': kind }: LanguageSchema): void {
  const { config: value, ctx } = site;
  if (typeof value !== 'string') return;
  const { icons, screens } = ctx.catalogue;
  if (kind === 'key') ctx.key(value, site.place);
  if (kind === 'icon') site.known('unknown-icon', value, icons);
  if (kind === 'dictionary') ctx.dictionary(value, site.place);
  if (kind === 'operation') site.as(value).operation(false);
  if (kind === 'screen') site.known('unknown-screen', value, screens.keys());
}
