// `npm start`: builds the browser app when its sources are newer than the last build, then starts the server.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { endWithNpm } from './endWithNpm.mjs';

const SOURCES = [
  'engine',
  'widgets',
  'screens',
  'schemas',
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

const built = existsSync('dist/index.html') ? statSync('dist/index.html').mtimeMs : 0;
if (built < Math.max(...SOURCES.map(newest))) {
  console.log('Building the browser app …');
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
    { stdio: 'inherit' },
  );
  if (status !== 0) process.exit(status ?? 1);
}

// By the channel the server hears of our end, however sudden.
const server = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));
endWithNpm(() => server.kill('SIGTERM'));
