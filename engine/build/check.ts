/**
 * `npm run check`: compiles every screen and prints each diagnostic as `file:line:column CODE message`. Also updates
 * the schemas that editors use for completion.
 */
import { formatDiagnostic } from '../language/diagnostics.ts';
import { compileProject } from '../language/project.ts';
import { writeEditorSchemas } from './editor.ts';
import { readOptions } from './options.ts';
import { readProject } from './project.ts';

const { json, project: options } = readOptions();
const started = performance.now();
const files = readProject(options);
const compiled = compileProject(files);
const { diagnostics, screens } = compiled;
if (options.root === '.' && !options.extend?.length) writeEditorSchemas(files, compiled);
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
