// `npm run storybook`: the API server, and Storybook in front of it.
import { spawn } from 'node:child_process';
import { endWithNpm } from './endWithNpm.mjs';

const PORT = process.env.PORT ?? '3000';
const env = { ...process.env, PORT, API_URL: `http://127.0.0.1:${PORT}` };
const run = (...args) => spawn(process.execPath, args, { stdio: 'inherit', env });
const children = [
  run('--import', 'tsx', 'server/main.ts'),
  run(
    'node_modules/storybook/dist/bin/dispatcher.js',
    'dev',
    '--port',
    '6006',
    '--host',
    '127.0.0.1',
    '--ci',
  ),
];
const stop = () => children.forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
children.forEach((child) => child.on('exit', stop));
endWithNpm(stop);
