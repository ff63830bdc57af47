import { describe, expect, it } from 'vitest';
import { provoke, EXAMPLES } from '../../engine/build/examples.ts';
import { sampleProject } from '../../engine/build/sample.ts';
import {
  CATALOGUE,
  formatDiagnostic,
  nearest,
  type DiagnosticCode,
} from '../../engine/language/diagnostics.ts';
import { compileProject } from '../../engine/language/project.ts';

/** Codes that are reported elsewhere than at the edit: in the other file, or at the consequence. */
const ELSEWHERE: DiagnosticCode[] = [
  'two-owners',
  'no-place',
  'not-public',
  'missing-input',
  'access-too-wide',
];

describe('the catalogue of diagnostics', () => {
  it('has no diagnostics for the valid sample', () => {
    expect(compileProject(sampleProject()).diagnostics.map(formatDiagnostic)).toEqual([]);
  });

  it.each(Object.keys(CATALOGUE) as DiagnosticCode[])('%s is caused by its example, at its place', (code) => {
    const { diagnostic, line, diagnostics } = provoke(code);
    expect(diagnostics.map((d) => d.code)).toContain(code);
    if (ELSEWHERE.includes(code)) return;
    expect(diagnostic!.file).toMatch(new RegExp(`${EXAMPLES[code].file.replaceAll('.', '\\.')}$`));
    expect(Math.abs(diagnostic!.line - line)).toBeLessThanOrEqual(2);
  });

  it('prints file, line, column, code and message', () => {
    const { diagnostic } = provoke('unknown-operation');
    expect(formatDiagnostic(diagnostic!)).toBe(
      'screens/books.screen.json:19:20 unknown-operation Unknown operation “bookPagin”; did you mean “bookPaging”?',
    );
  });
});

describe('the nearest name', () => {
  it.each([
    ['contractPagin', 'contractPaging'],
    ['cusotmer', 'customer'],
    ['STATUS', 'status'],
    ['dateForm', 'dateFrom'],
  ])('%s is near %s', (slip, name) => {
    expect(nearest(slip, ['contractPaging', 'customer', 'status', 'dateFrom', 'dateTo'])).toBe(name);
  });

  it('prefers a name with the same letters to one at the same distance', () => {
    expect(nearest('fielsd', ['field', 'fields'])).toBe('fields');
    expect(nearest('filse', ['file', 'files'])).toBe('files');
  });

  it('is undefined when no name is near', () => {
    expect(nearest('weather', ['contract', 'customer'])).toBeUndefined();
  });
});
