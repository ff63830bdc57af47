// `npm start`: builds the browser app when its sources are newer than the last build, then starts the server. With
// `--project DIR` another product is built and served, and its calls go to the server at `--api URL`.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { endWithNpm } from './endWithNpm.mjs';
import { dist, env, isOwn, project } from './project.mjs';

const SOURCES = [
  'engine',
  ...['widgets', 'screens', 'schemas', 'locales'].map((folder) => join(project, folder)),
  'locales',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const page = join(dist, 'index.html');
const built = existsSync(page) ? statSync(page).mtimeMs : 0;
if (built < Math.max(...SOURCES.filter((path) => existsSync(path)).map(newest))) {
  console.log('Building the browser app …');
  const { status } = spawnSync(process.execPath, ['.ci/build.mjs', '--quiet', '--project', project], {
    stdio: 'inherit',
    env,
  });
  if (status !== 0) process.exit(status ?? 1);
}

// Through this channel the server notices when this process ends, however suddenly.
const server = isOwn
  ? spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
  : spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'preview'], { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));
endWithNpm(() => server.kill('SIGTERM'));
