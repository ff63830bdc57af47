/** Writes docs/diagnostics.md from the catalogue, docs/reference.md from the grammar; `--check` fails if stale. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { formatted } from './format.ts';
import { CATALOGUE, formatDiagnostic, type DiagnosticCode } from '../language/diagnostics.ts';
import type { LanguageSchema } from '../language/structure.ts';
import { referenceOf, referencePage } from '../tools/reference.ts';
import { provoke } from './examples.ts';
import { readProject } from './project.ts';

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
const diagnostics = [
  '# Diagnostics',
  '',
  '`npm run check` prints one line a fault, `file:line:column CODE message`; `--json` gives the same to machines.',
  'This page is made from the catalogue in `engine/language/diagnostics.ts` by `npm run generate`: each code with',
  'an edit that provokes it and what the checker then says.',
  '',
  ...codes.map(section),
].join('\n');

const { language, screens } = readProject({ root: '.' });
const reference = referencePage(referenceOf(JSON.parse(language.screen) as LanguageSchema, screens));

const pages = { 'docs/diagnostics.md': diagnostics, 'docs/reference.md': reference };
for (const [path, made] of Object.entries(pages)) {
  const text = await formatted(path, made);
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.error(`${path} is stale: run npm run generate`);
    process.exitCode = 1;
  }
}
