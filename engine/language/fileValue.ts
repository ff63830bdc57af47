/** Values that stand for a stored file (`x-file`): which operations send and fetch it. */
import type { ApiOperation } from './api.ts';
import type { CompiledFile } from './compiled.ts';
import type { Context, Place } from './context.ts';
import { stripNull, type FileSchema, type JsonSchema } from './schema.ts';

/** The file that a value, or an item of a list, stands for. */
export function fileSchema(ctx: Context, type: JsonSchema): { file: FileSchema; key: string } | undefined {
  const { schema } = stripNull(type, ctx.schemas);
  const own = schema['x-file'] ? schema : schema.items && stripNull(schema.items, ctx.schemas).schema;
  return own?.['x-file'] && { file: own['x-file'], key: own['x-key']?.[0] ?? 'id' };
}

/** Compiles it for a cell, which only fetches. */
export function compileFile(ctx: Context, type: JsonSchema, place: Place): CompiledFile | undefined {
  const found = fileSchema(ctx, type);
  if (!found) return undefined;
  const { upload: _upload, ...file } = found.file;
  for (const name of [file.content, file.thumbnail]) if (name) ctx.operation(name, place, false);
  return { ...file, property: found.key };
}

/**
 * Compiles it for a field, which sends too. An upload is told the record and the field that it is for, by its
 * parameters `entity` and `field`, so that the server can ask for the right to save just that.
 */
export function compileFileField(
  ctx: Context,
  type: JsonSchema,
  submit: ApiOperation | undefined,
  path: readonly string[],
  place: Place,
): CompiledFile | undefined {
  const file = compileFile(ctx, type, place);
  const name = fileSchema(ctx, type)?.file.upload;
  const upload = name && ctx.operation(name, place, false);
  if (!file || !upload) return file;
  const given: Record<string, string | undefined> = { entity: entityOf(ctx, submit), field: path[0] };
  const wanted = upload.parameters.filter((p) => p.name in given);
  for (const { name: parameter } of wanted)
    if (!given[parameter])
      ctx.report('api-entity', place, {
        received: submit?.id ?? '',
        note: `no entity is read as what ${submit?.id} answers with, so ${upload.id} cannot be told its ${parameter}`,
      });
  return {
    ...file,
    upload: upload.id,
    uploadWith: Object.fromEntries(wanted.map((p) => [p.name, given[p.name] ?? ''])),
  };
}

/** The entity that a save operation answers with. */
function entityOf(ctx: Context, submit: ApiOperation | undefined): string | undefined {
  const record = submit?.reply?.$ref;
  const { entities, operations } = ctx.catalogue.api;
  return record && [...entities.values()].find((e) => operations.get(e.get)?.reply?.$ref === record)?.name;
}
