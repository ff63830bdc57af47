/**
 * The complete API as one standard OpenAPI 3.1 document, for tools that do not know our extensions: shorthand of the
 * API files is expanded, references stay inside the document, and only extensions that add facts are kept.
 */
import { operationsOf } from '../language/expand.ts';
import type { OpenApiFile, OpenApiOperation } from '../language/openapi.ts';
import { parseFile, type SourceFile } from '../language/source.ts';

/** Title and version of the document, and the name of the session cookie, which all but the public calls require. */
export interface ApiDocumentOptions {
  title: string;
  version: string;
  sessionCookie: string;
}

/** Merges valid API files into one document. */
export function apiDocument(files: readonly SourceFile[], options: ApiDocumentOptions): object {
  const docs = files.map((file) => ({
    area: file.file.replace(/^.*\//, '').replace(/\.json$/, ''),
    doc: parseFile(file).value as OpenApiFile,
  }));
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { area, doc } of docs)
    for (const { path, method, operation } of operationsOf(doc))
      (paths[path] ??= {})[method] = plain(operation, area);
  const components = Object.fromEntries(
    (['schemas', 'parameters', 'responses', 'requestBodies'] as const).map((part) => [
      part,
      Object.assign({}, ...docs.map(({ doc }) => doc.components?.[part] ?? {})) as object,
    ]),
  );
  const used = new Set(Object.values(paths).flatMap((item) => Object.values(item).map(areaOf)));
  return inside({
    openapi: '3.1.0',
    info: { title: options.title, version: options.version },
    servers: [{ url: '/' }],
    tags: docs
      .filter(({ area }) => used.has(area))
      .map(({ area, doc }) => ({ name: area, description: doc.info?.title ?? area })),
    security: [{ session: [] }],
    paths: sorted(paths),
    components: {
      ...components,
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: options.sessionCookie } },
    },
  });
}

const areaOf = (operation: unknown) => (operation as { tags: [string] }).tags[0];

function plain(operation: OpenApiOperation, area: string): object {
  const { 'x-page': _page, 'x-resource': _resource, ...rest } = operation;
  return {
    ...rest,
    tags: [area],
    ...(operation['x-scope'] === 'public' && { security: [] }),
    responses: Object.fromEntries(
      Object.entries(operation.responses ?? {}).map(([code, response]) => [
        code,
        response.$ref ? response : { description: 'OK', ...response },
      ]),
    ),
  };
}

/** Turns references between files into references inside the one document. */
function inside(value: object): object {
  return JSON.parse(JSON.stringify(value), (key, part: unknown) =>
    key === '$ref' && typeof part === 'string' ? part.replace(/^[^#]*/, '') : part,
  ) as object;
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
