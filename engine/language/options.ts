/** Options of a registered thing against the schema in its widget.json. */
import type { Manifest } from './catalogue.ts';
import { child, type Context, type Place } from './context.ts';
import { nearest, plain } from './diagnostics.ts';
import { own } from './own.ts';
import { stripNull, type JsonSchema } from './schema.ts';
import type { LanguageSchema } from './structure.ts';
import { enumOf, enumWords, followPath } from './types.ts';

/** Reports unknown and ill-typed options; answers with the options and the defaults that are missing. */
export function checkOptions(
  ctx: Context,
  manifest: Manifest | undefined,
  options: Record<string, unknown> | undefined,
  place: Place,
  value?: JsonSchema,
): Record<string, unknown> {
  const known = manifest?.options?.properties ?? {};
  if (manifest)
    for (const [name, given] of Object.entries(options ?? {})) {
      const schema = own(known, name);
      const at = child(place, name);
      if (!schema)
        ctx.report(
          'unknown-option',
          at,
          {
            received: name,
            near: nearest(name, Object.keys(known)),
            expected: Object.keys(known).join(', ') || 'none',
          },
          { key: true },
        );
      else checkOption(ctx, given, schema, at, value);
    }
  for (const name of manifest?.options?.required ?? [])
    if (!(name in (options ?? {})))
      ctx.report('missing-property', place, { received: name, note: `an option of ${manifest!.name}` });
  return { ...options };
}

function checkOption(
  ctx: Context,
  value: unknown,
  schema: LanguageSchema,
  place: Place,
  shown?: JsonSchema,
): void {
  if (shown) checkAgainstValue(ctx, value, schema, place, shown);
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  const wanted = [schema.type ?? []].flat();
  const typed =
    wanted.length === 0 || wanted.includes(type) || (wanted.includes('integer') && Number.isInteger(value));
  if (!typed)
    return ctx.report('bad-option', place, {
      received: JSON.stringify(value),
      expected: wanted.join(' or '),
    });
  if (schema.enum && !schema.enum.includes(value as string))
    return ctx.report('bad-option', place, {
      received: plain(value),
      near: nearest(plain(value), schema.enum.map(String)),
      expected: schema.enum.join(', '),
    });
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (typeof value === 'number' && (value < minimum || value > maximum))
    return ctx.report('bad-option', place, {
      received: String(value),
      expected: [
        ...(minimum > -Infinity ? [`at least ${minimum}`] : []),
        ...(maximum < Infinity ? [`at most ${maximum}`] : []),
      ].join(', '),
    });
  checkOptionName(ctx, value, schema, place);
  if (schema.items && Array.isArray(value))
    value.forEach((v, i) => checkOption(ctx, v, schema.items!, child(place, i), shown));
  if (value && type === 'object')
    for (const [key, part] of Object.entries(value)) {
      const property =
        own(schema.properties ?? {}, key) ??
        (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined);
      const at = child(place, key);
      if (property) checkOption(ctx, part, property, at);
      else if (schema.additionalProperties === false)
        ctx.report(
          'unknown-option',
          at,
          { received: key, near: nearest(key, Object.keys(schema.properties ?? {})) },
          { key: true },
        );
    }
}

/** An option may speak of the value that is shown: words of its enum as keys, a path in each of its items. */
function checkAgainstValue(
  ctx: Context,
  option: unknown,
  schema: LanguageSchema,
  place: Place,
  shown: JsonSchema,
): void {
  const words = schema['x-keys'] === 'word' ? wordsOf(ctx, shown) : undefined;
  if (words && option && typeof option === 'object')
    for (const key of Object.keys(option))
      if (!words.includes(key))
        ctx.report(
          'unknown-enum-word',
          child(place, key),
          { received: key, near: nearest(key, words), expected: words.join(', ') },
          { key: true },
        );
  if (schema['x-name'] !== 'item-path' || typeof option !== 'string') return;
  const { items } = stripNull(shown, ctx.schemas).schema;
  const found = items && followPath(items, option.split('.'), ctx.schemas);
  if (found && !found.type)
    ctx.report('unknown-path', place, {
      received: option,
      near: found.near,
      expected: found.names?.join(', '),
    });
}

function wordsOf(ctx: Context, shown: JsonSchema): string[] | undefined {
  const found = enumOf(shown, ctx.schemas);
  return found && enumWords(found, ctx.schemas)?.map(plain);
}

/** An option may itself name something: a text, an icon, a dictionary, a screen. */
function checkOptionName(ctx: Context, value: unknown, schema: LanguageSchema, place: Place): void {
  if (typeof value !== 'string') return;
  const { icons, screens } = ctx.catalogue;
  if (schema['x-name'] === 'key') ctx.key(value, place);
  if (schema['x-name'] === 'icon') ctx.known('unknown-icon', value, icons, place);
  if (schema['x-name'] === 'dictionary') ctx.dictionary(value, place);
  if (schema['x-name'] === 'operation') ctx.operation(value, place, false);
  if (schema['x-name'] === 'screen') ctx.known('unknown-screen', value, screens.keys(), place);
}
