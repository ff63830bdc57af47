/**
 * `npm run access`: lists the routes with their gates, and which accounts may enter; `--json`. `--accounts MODULE`
 * names a module that exports `accounts`: login, kind of instance, permissions.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { accessTable, type Reader } from '../tools/access.ts';
import { readOptions } from './options.ts';
import { loadProject } from './project.ts';

const { json, project: options } = readOptions();
const given = process.argv[process.argv.indexOf('--accounts') + 1];
const module = process.argv.includes('--accounts') && given ? given : undefined;
const { accounts = [] } = module
  ? ((await import(pathToFileURL(resolve(module)).href)) as { accounts?: readonly Reader[] })
  : {};
const rows = accessTable(loadProject(options).entries, accounts);

if (json) console.log(JSON.stringify(rows, null, 2));
else {
  for (const [i, { login, instanceType }] of accounts.entries())
    console.log(`${i + 1} ${login} (${instanceType})`);
  const width = Math.max(...rows.map(({ path }) => path.length));
  for (const { path, permissions, instanceTypes, enter, ...gate } of rows) {
    const who = accounts
      .map(({ login }, i) => (enter.includes(login) ? `${i + 1}` : '·').padStart(3))
      .join('');
    const types = instanceTypes.length ? `, ${instanceTypes.join(' | ')}` : '';
    const whom = gate.public ? 'public' : permissions.join(' | ') || 'all';
    console.log(`${path.padEnd(width)} ${who}  ${whom}${types}`);
  }
}
