/** `npm run --silent solve -- FILE --seconds N`: see commandLine.ts. */
import { run } from './commandLine.ts';

const { code, output } = run(process.argv.slice(2));
if (code === 0) process.stdout.write(`${output}\n`);
else console.error(output);
process.exitCode = code;
