/**
 * `npm run bench:serve -- --port N`: the scenes L1 (`/contracts`), L2 (`/rows`, `/wide`), F1 and F2 (`/start?form=f1`)
 * as screens of a separate product, built as products are.
 */
import { parseArgs } from 'node:util';
import { buildScenes } from './build.ts';
import { serveScenes } from './server.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '4830' } } });
const { url } = await serveScenes(buildScenes(), Number(values.port));
console.log(`The scenes stand at ${url}`);
