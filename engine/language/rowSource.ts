/** The source of a view's rows: an operation, and the revalidation of its reply. */
import type { ApiOperation } from './api.ts';
import { compileArguments, compileCall, type CallConfig, neededBy } from './calls.ts';
import { pathType } from './cells.ts';
import type { CompiledRecord, CompiledSchemaFrom, CompiledSource } from './compiled.ts';
import { compileInStep } from './inStep.ts';
import { checkOptionals } from './optionals.ts';
import { stripNull, typeWord, type JsonSchema } from './schema.ts';
import type { Site } from './site.ts';
import { ANY, describeType } from './types.ts';
import type { Record as RecordConfig, SchemaFrom, Source } from '../../schemas/generated/language.ts';

/** `given` are arguments that do not come from `with`: those of the filters. */
export function compileSource(
  site: Site<Source>,
  operation: ApiOperation | undefined,
  given: readonly string[] = [],
): CompiledSource {
  const { config: source } = site;
  const callPlace = site.at('operation').place;
  const { otherwise } = source;
  if (operation && source.when === undefined)
    checkOptionals(site.at('with'), neededBy(operation, site.schemas));
  return {
    operation: source.operation,
    with: operation ? compileArguments(site.at('with'), operation, { given, callPlace }) : {},
    ...site.marked('Source'),
    ...(otherwise
      ? {
          otherwise: {
            banner: site.at('otherwise').at('banner').text(),
            tone: otherwise.tone ?? 'info',
          },
        }
      : {}),
    ...compileInStep(site, operation),
  };
}

/** Compiles a record of a page, or the source of a details view. */
export function compileRecord(
  site: Site<RecordConfig>,
): { record: CompiledRecord; operation: ApiOperation } | undefined {
  const compiled = compileCall(site);
  if (!compiled) return undefined;
  const { call, operation } = compiled;
  return { record: { ...call, ...compileInStep(site, operation) }, operation };
}

/** Checks the type: columns are a list of objects, a schema with its layout is an object. */
function checkSent(site: Site, type: JsonSchema, kind: 'columns' | 'schema'): void {
  if (type === ANY) return;
  const { schemas } = site;
  const word = typeWord(type, schemas);
  const item = stripNull(type, schemas).schema.items;
  const fits =
    kind === 'columns'
      ? word === 'array' && (!item || [undefined, 'object'].includes(typeWord(item, schemas)))
      : word === 'object' || word === undefined;
  if (!fits)
    site.report('type-mismatch', {
      expected: kind === 'columns' ? 'a list of columns' : 'an object {schema, layout}',
      received: describeType(type, schemas),
    });
}

/** Columns, or a schema with its layout, that the reply of an operation has at `path`. */
export function compileSchemaFrom(
  site: Site<SchemaFrom & CallConfig>,
  kind: 'columns' | 'schema',
): CompiledSchemaFrom {
  const { operation, path } = site.config;
  const compiled = compileCall(site);
  const reply = compiled?.operation.reply;
  const at = path ? site.below(path, 'path') : site.at('operation');
  if (reply) checkSent(at, path ? pathType(site.below(path, 'path'), reply) : reply, kind);
  return { ...(compiled?.call ?? { operation, with: {} }), path: path?.split('.') ?? [] };
}
