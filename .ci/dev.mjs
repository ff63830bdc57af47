// `npm run dev`: the API server, and the development server, whose overlay shows errors in screens. With
// `--project DIR` another product, whose calls go to the server at `--api URL`.
import { spawn } from 'node:child_process';
import { endWithNpm } from './endWithNpm.mjs';
import { env as own, isOwn } from './project.mjs';

const PORT = process.env.PORT ?? '3000';
const env = isOwn ? { ...own, PORT, API_URL: `http://127.0.0.1:${PORT}` } : own;
const server = () =>
  spawn(
    process.execPath,
    ['--import', 'tsx', '--watch-path=server', '--watch-path=schemas/api', 'server/main.ts'],
    { stdio: 'inherit', env },
  );
const children = [
  ...(isOwn ? [server()] : []),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js'], { stdio: 'inherit', env }),
];
const stop = () => children.forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
children.forEach((child) => child.on('exit', stop));
endWithNpm(stop);
