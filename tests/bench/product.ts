/**
 * The benchmark's product as a project: the folder `product`, plus generated parts that would be long to write: the
 * forms with many fields and the table with many columns.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeSchema, WIDE_COLUMNS } from './scenes.ts';

export const FORMS = { f1: 200, f2: 1000 };

export function writeProduct(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(import.meta.dirname, 'product'), folder, { recursive: true });
  const write = (path: string, value: unknown) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(value, null, 1));
  };
  for (const [id, fields] of Object.entries(FORMS)) {
    const schema = makeSchema(fields);
    const names = Object.keys(schema.properties);
    write(`schemas/api/${id}.json`, apiOf(id, schema));
    write(`screens/${id}.screen.json`, formOf(id, names));
    write(`locales/en/${id}.json`, {
      [`${id}.title`]: `Form of ${fields} fields`,
      ...Object.fromEntries(names.map((name) => [`${id}.${name}`, schema.properties[name]!.title])),
    });
  }
  write('screens/wide.screen.json', wideScreen());
}

function apiOf(id: string, schema: unknown) {
  const post = {
    operationId: `${id}Save`,
    summary: 'Save',
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { 204: { description: 'Done' } },
  };
  return {
    openapi: '3.1.0',
    info: { title: id, version: '1' },
    'x-permissions': [],
    'x-scope': 'session',
    'x-closed': true,
    paths: { [`/api/${id}`]: { post } },
  };
}

const screen = (id: string, order: number, view: unknown) => ({
  language: 1,
  id,
  route: `/${id}`,
  title: `${id}.title`,
  menu: { group: 'bench', order, icon: 'list' },
  view,
});

function formOf(id: string, names: readonly string[]) {
  return screen(id, 40, { type: 'form', labels: id, submit: { call: `${id}Save` }, layout: names });
}

/** Returns a screen with the rows of the page, in many columns. */
function wideScreen() {
  const columns = WIDE_COLUMNS.map(({ field, width }) => ({ field, width, sort: field }));
  const table = { type: 'table', labels: 'wide', rows: { expr: 'records.wide' }, columns };
  return {
    ...screen('wide', 30, {
      type: 'tabs',
      tabs: [
        { id: 'nothing', label: 'rows.nothing', view: { type: 'stack', items: [] } },
        { id: 'all', label: 'rows.all', view: table },
      ],
    }),
    records: { wide: { operation: 'wideList' } },
  };
}
