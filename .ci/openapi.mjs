// The check `openapi`: writes the API files as one OpenAPI document and runs a public linter on it.
import { spawnSync } from 'node:child_process';

const DOCUMENT = '.cache/openapi.json';

run(['--import', 'tsx', 'engine/build/openapi.ts', DOCUMENT]);
run(['node_modules/@redocly/cli/bin/cli.js', 'lint', DOCUMENT], {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
});

function run(args, env = {}) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
}
