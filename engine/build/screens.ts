/** `npm run screens`: lists the screens of the product, one per line, or `--json`. */
import type { ScreenEntry } from '../language/compiled.ts';
import { readOptions } from './options.ts';
import { loadProject } from './project.ts';

const { json, project: options } = readOptions();
const { entries } = loadProject(options);

const rows = entries.map((entry: ScreenEntry) => ({
  id: entry.id,
  file: entry.file,
  routes: entry.routes.map((r) => r.path),
  area: entry.area,
  view: entry.view,
  access: [...new Set(entry.routes.flatMap((r) => r.access))],
  instanceTypes: [...new Set(entry.routes.flatMap((r) => r.instanceTypes))],
  menu: entry.routes.flatMap((r) =>
    r.menu ? [{ route: r.path, group: r.menu.group, order: r.menu.order }] : [],
  ),
  parent: entry.parent ?? null,
  tab: entry.tab ? { order: entry.tab.order } : null,
  dialog: entry.dialog,
  public: entry.public,
}));

if (json) console.log(JSON.stringify(rows, null, 2));
else
  for (const row of rows) console.log(`${row.id.padEnd(28)} ${row.view.padEnd(8)} ${row.routes.join(' ')}`);
