/** Writes docs/diagnostics.md from the catalogue; `--check` fails when the file is stale. */
import { readFileSync, writeFileSync } from 'node:fs';
import { formatted } from './format.ts';
import { CATALOGUE, formatDiagnostic, type DiagnosticCode } from '../language/diagnostics.ts';
import { provoke } from './examples.ts';

const PATH = 'docs/diagnostics.md';

function section(code: DiagnosticCode): string {
  const { severity, help } = CATALOGUE[code];
  const { example, diagnostic } = provoke(code);
  const before = example.from.trim().split('\n')[0]!;
  const after = example.to.trim().split('\n')[0] || '(removed)';
  return [
    `## ${code}`,
    '',
    `${severity === 'warning' ? 'Warning. ' : ''}${help}`,
    '',
    '```diff',
    `- ${before}`,
    `+ ${after}`,
    '```',
    '',
    '```text',
    diagnostic ? formatDiagnostic(diagnostic) : '',
    '```',
    '',
  ].join('\n');
}

const codes = Object.keys(CATALOGUE) as DiagnosticCode[];
const text = await formatted(
  PATH,
  [
    '# Diagnostics',
    '',
    '`npm run check` prints one line a fault, `file:line:column CODE message`; `--json` gives the same to machines.',
    'This page is made from the catalogue in `engine/language/diagnostics.ts` by `npm run generate`: each code with',
    'an edit that provokes it and what the checker then says.',
    '',
    ...codes.map(section),
  ].join('\n'),
);

if (!process.argv.includes('--check')) writeFileSync(PATH, text);
else if (readFileSync(PATH, 'utf8') !== text) {
  console.error(`${PATH} is stale: run npm run generate`);
  process.exit(1);
}
