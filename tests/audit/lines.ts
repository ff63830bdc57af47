/**
 * `npm run lines -- contractDistrict`: the lines of code of a record in API files, server, screens, texts and SQL.
 * Without a name every record is listed.
 */
import { readFileSync } from 'node:fs';
import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';
import { readFolder } from '../../engine/build/files.ts';
import type { ApiCatalogue, ApiResource } from '../../engine/language/api.ts';
import { loadApi } from '../../server/core/projectFiles.ts';
import { saveSchemaOf } from '../../server/records/bind.ts';

const height = (text: string): number => text.trimEnd().split('\n').length;

export interface Cost {
  api: number;
  server: number;
  screens: number;
  texts: number;
  sql: number;
}

/** Returns the lines of code of one record. */
export function costOf(name: string, api: ApiCatalogue): Cost {
  const resource = api.resources.get(name);
  if (!resource) throw new Error(`${name} is no record; there are ${[...api.resources.keys()].join(', ')}`);
  const modules = readFolder('server/modules', '.ts').filter(({ text }) => text.includes(`record('${name}'`));
  const operations = [...api.operations.values()].filter(({ path }) => belongs(path, resource));
  const screens = readFolder('screens', '.json').filter(
    ({ text }) =>
      operations.some(({ id }) => text.includes(`"${id}"`)) || recordsOf(text).some((one) => one === name),
  );
  const table = /\btable: '(\w+)'/.exec(modules.map(({ text }) => text).join('\n'))?.[1] ?? '';
  return {
    api: apiLines(resource, api),
    server: sum(modules.map(({ text }) => height(text))) + rowTypeLines(table),
    screens: sum(screens.map(({ text }) => height(text))),
    texts: textLines([...screens, ...modules].map(({ text }) => text)),
    sql: sqlLines(table),
  };
}

/** Returns the kinds of records that the views of a screen name. */
const recordsOf = (text: string): string[] =>
  [...text.matchAll(/"record": (?:\{\s*"name": )?"(\w+)"/g)].map((m) => m[1]!);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const belongs = (path: string, resource: ApiResource) =>
  path === resource.path || path.startsWith(`${resource.path}/`);

/** Counts the resource, the schemas that nothing else refers to, and other operations at the same address. */
function apiLines(resource: ApiResource, api: ApiCatalogue): number {
  const tree = parseTree(readFileSync(resource.file, 'utf8'))!;
  const text = readFileSync(resource.file, 'utf8');
  const linesOf = (node: Node | undefined) =>
    node ? height(text.slice(node.parent!.offset, node.offset + node.length)) : 0;
  const { record, item, filter } = resource;
  const schemas = new Set([record, item, filter, saveSchemaOf(resource)].filter((one) => one !== undefined));
  for (const [name] of Object.entries(api.schemas))
    if ([...schemas].some((one) => refersTo(api.schemas[one], name)) && onlyUsedBy(name, schemas, api))
      schemas.add(name);
  const paths = findNodeAtLocation(tree, ['paths'])?.children ?? [];
  return (
    linesOf(findNodeAtLocation(tree, ['x-resources', resource.name])) +
    sum([...schemas].map((name) => linesOf(findNodeAtLocation(tree, ['components', 'schemas', name])))) +
    sum(
      paths
        .filter(({ children }) => belongs(String(children![0]!.value), resource))
        .map(({ children }) => linesOf(children![1])),
    )
  );
}

const refersTo = (value: unknown, name: string): boolean =>
  JSON.stringify(value ?? null).includes(`"#/components/schemas/${name}"`);

function onlyUsedBy(name: string, schemas: ReadonlySet<string>, api: ApiCatalogue): boolean {
  return Object.entries(api.schemas).every(([user, schema]) => schemas.has(user) || !refersTo(schema, name));
}

/** Counts the row type of the table in the query builder. */
function rowTypeLines(table: string): number {
  const text = readFolder('server/database', '.ts')
    .map((file) => file.text)
    .join('\n');
  const type = new RegExp(`^  ${table}: (\\w+);$`, 'm').exec(text)?.[1];
  const declared = new RegExp(`^export interface ${type} [^]*?^}$`, 'm').exec(text)?.[0];
  return declared ? height(declared) + 1 : 0;
}

/** Counts keys that the screens and the module mention, and those below a prefix from which a screen takes labels. */
function textLines(mentioning: readonly string[]): number {
  const words = new Set(
    mentioning.flatMap((text) => [...text.matchAll(/["']([\w.-]+)["']/g)].map((m) => m[1]!)),
  );
  const prefixes = mentioning.flatMap((text) => [
    ...recordsOf(text),
    ...[...text.matchAll(/"(?:labels|texts)": "([\w.]+)"/g)].map((m) => m[1]!),
  ]);
  const keys = readFolder('locales', '.json').flatMap(({ file, text }) =>
    file.includes('/engine-') || file.includes('/common.')
      ? []
      : Object.keys(JSON.parse(text) as Record<string, string>),
  );
  const own = (key: string) => words.has(key) || prefixes.some((prefix) => key.startsWith(`${prefix}.`));
  return keys.filter(own).length;
}

/** Counts migration statements that create or change the table or its indexes. */
function sqlLines(table: string): number {
  const made = new RegExp(
    `^(create table|alter table) ${table}\\b|^create (unique )?index \\w+\\s+on ${table}\\b`,
  );
  const statements = readFolder('server/database/migrations', '.sql').flatMap(({ text }) =>
    text.split(/;\n/),
  );
  const own = statements
    .map((one) => one.replace(/^(\s*--.*\n)+/, '').trim())
    .filter((one) => made.test(one));
  return sum(own.map(height));
}

if (process.argv[1] === import.meta.filename) {
  const api = loadApi('.');
  const named = process.argv.slice(2);
  const table = (named.length > 0 ? named : [...api.resources.keys()]).map((name) => {
    const cost = costOf(name, api);
    return { record: name, ...cost, sum: sum(Object.values(cost)) };
  });
  console.table(table);
}
