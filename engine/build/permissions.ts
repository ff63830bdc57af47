/** `npm run permissions`: lists every permission with what it opens, one per line, or `--json`. */
import type { Permissions } from '../language/permissions.ts';
import { compileProject } from '../language/project.ts';
import { readOptions } from './options.ts';
import { readProject } from './project.ts';

const { json, project: options } = readOptions();
const files = readProject(options);
const { catalogue, entries } = compileProject(files);
const { permissions } = JSON.parse(files.permissions.text) as Permissions;
const operations = [...catalogue.api.operations.values()];

const rows = permissions.map(({ code, group, caption }) => ({
  code,
  group,
  caption,
  operations: operations.filter((o) => o.permissions.includes(code)).map(({ id }) => id),
  screens: entries.filter((e) => e.routes.some((r) => r.access.includes(code))).map(({ id }) => id),
}));

const opens = ({ operations, screens }: (typeof rows)[number]) =>
  operations.length + screens.length
    ? `${operations.length} operations, ${screens.length} screens`
    : 'nothing asks for it yet';

if (json) console.log(JSON.stringify(rows, null, 2));
else for (const row of rows) console.log(`${row.code.padEnd(32)} ${row.group.padEnd(14)} ${opens(row)}`);
