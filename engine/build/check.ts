/** `npm run check`: compiles every screen and prints each diagnostic as `file:line:column CODE message`. */
import { formatDiagnostic } from '../language/diagnostics.ts';
import { readOptions } from './options.ts';
import { loadProject } from './project.ts';

const { json, project: options } = readOptions();
const started = performance.now();
const { diagnostics, screens } = loadProject(options);
const errors = diagnostics.filter((d) => d.severity === 'error').length;
const warnings = diagnostics.length - errors;

if (json) console.log(JSON.stringify({ screens: screens.size, errors, warnings, diagnostics }, null, 2));
else {
  for (const d of diagnostics)
    console.log(`${d.severity === 'warning' ? 'warning ' : ''}${formatDiagnostic(d)}`);
  const took = Math.round(performance.now() - started);
  console.log(`${screens.size} screens, ${errors} errors, ${warnings} warnings, ${took} ms`);
}
process.exitCode = errors > 0 ? 1 : 0;
