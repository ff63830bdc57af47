// Installs what is missing before `npm start` and `npm test`. Plain Node: nothing is installed yet.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';

const LOCK = 'package-lock.json';
const INSTALLED = 'node_modules/.package-lock.json';
/** Browsers that the tests can use, in order of preference; and the package of the first, which runs headless. */
const BROWSERS = JSON.parse(readFileSync(new URL('browsers.json', import.meta.url), 'utf8'));

if (!existsSync(INSTALLED) || statSync(INSTALLED).mtimeMs < statSync(LOCK).mtimeMs) {
  console.log('Installing packages …');
  run(process.execPath, [process.env.npm_execpath ?? 'npm', 'ci']);
}

if (process.argv.includes('--browser') && !browser()) {
  const debian = existsSync('/etc/debian_version');
  if (!debian || process.getuid?.() !== 0) {
    const command = `apt-get install -y ${BROWSERS.package}`;
    console.error(`The browser tests need Chromium. Install it, on Debian by: ${command}`);
    console.error('or set CHROMIUM to the path of its program.');
    process.exit(1);
  }
  console.log('Installing Chromium …');
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', BROWSERS.package]);
}

function browser() {
  return [process.env.CHROMIUM, ...BROWSERS.programs].some((path) => path && existsSync(path));
}

function run(command, args) {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) process.exit(status ?? 1);
}
