/** Values that refer to a stored file (`x-file`): which operations upload and download it. */
import type { ApiOperation } from './api.ts';
import type { CompiledFile } from './compiled.ts';
import type { Context } from './context.ts';
import { stripNull, type FileSchema, type JsonSchema, type Schemas } from './schema.ts';
import type { Site } from './site.ts';

/** The file that a value, or an item of a list, refers to. */
export function fileSchema(
  type: JsonSchema,
  schemas: Schemas,
): { file: FileSchema; key: string } | undefined {
  const { schema } = stripNull(type, schemas);
  const own = schema['x-file'] ? schema : schema.items && stripNull(schema.items, schemas).schema;
  return own?.['x-file'] && { file: own['x-file'], key: own['x-key']?.[0] ?? 'id' };
}

/** Compiles it for a cell, which only downloads. */
export function compileFile(site: Site, type: JsonSchema): CompiledFile | undefined {
  const found = fileSchema(type, site.schemas);
  if (!found) return undefined;
  const { upload: _upload, ...file } = found.file;
  for (const name of [file.content, file.thumbnail]) if (name) site.as(name).operation(false);
  return { ...file, property: found.key };
}

/**
 * Compiles it for a field, which also uploads. The upload's parameters `entity` and `field` name the record kind and
 * the field, so that the server can require the permission to save that field.
 */
export function compileFileField(
  site: Site<string>,
  type: JsonSchema,
  submit: ApiOperation | undefined,
): CompiledFile | undefined {
  const file = compileFile(site, type);
  const name = fileSchema(type, site.schemas)?.file.upload;
  const upload = name && site.as(name).operation(false);
  if (!file || !upload) return file;
  const [field] = site.config.split('.');
  const given: Record<string, string | undefined> = { entity: entityOf(site.ctx, submit), field };
  const wanted = upload.parameters.filter((p) => p.name in given);
  for (const { name: parameter } of wanted)
    if (!given[parameter])
      site.report('api-entity', {
        received: submit?.id ?? '',
        note: `no entity has the reply of ${submit?.id}, so ${upload.id} cannot be passed its ${parameter}`,
      });
  return {
    ...file,
    upload: upload.id,
    uploadWith: Object.fromEntries(wanted.map((p) => [p.name, given[p.name] ?? ''])),
  };
}

/** The entity that a save operation replies with. */
function entityOf(ctx: Context, submit: ApiOperation | undefined): string | undefined {
  const record = submit?.reply?.$ref;
  const { entities, operations } = ctx.catalogue.api;
  return record && [...entities.values()].find((e) => operations.get(e.get)?.reply?.$ref === record)?.name;
}
