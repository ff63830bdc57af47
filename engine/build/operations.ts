/** `npm run operations`: lists every operation of the API files, one per line, or `--json`. */
import { readOptions } from './options.ts';
import { loadProject } from './project.ts';

const { json, project: options } = readOptions();
const { catalogue } = loadProject(options);

const rows = [...catalogue.api.operations.values()].map((o) => ({
  operationId: o.id,
  method: o.method,
  path: o.path,
  permissions: o.permissions,
  instanceTypes: o.instanceTypes ?? [],
  scope: o.scope,
  area: o.area,
}));

if (json) console.log(JSON.stringify(rows, null, 2));
else for (const row of rows) console.log(`${row.operationId.padEnd(32)} ${row.method.padEnd(6)} ${row.path}`);
