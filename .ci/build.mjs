// `npm run build`: builds the browser app, of this product or of `--project DIR`, into its folder `dist`.
import { spawnSync } from 'node:child_process';
import { env } from './project.mjs';

const quiet = process.argv.includes('--quiet') ? ['--logLevel', 'warn'] : [];
const { status } = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', ...quiet], {
  stdio: 'inherit',
  env,
});
process.exit(status ?? 1);
