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

/** Codes that are told elsewhere than at the edit: at the other file, or where the consequence shows. */
const ELSEWHERE: DiagnosticCode[] = [
  'two-owners',
  'no-place',
  'not-public',
  'missing-input',
  'access-too-wide',
];

describe('the catalogue of diagnostics', () => {
  it('finds nothing in the sound sample', () => {
    expect(compileProject(sampleProject()).diagnostics.map(formatDiagnostic)).toEqual([]);
  });

  it.each(Object.keys(CATALOGUE) as DiagnosticCode[])(
    '%s is provoked by its example, at its place',
    (code) => {
      const { diagnostic, line, diagnostics } = provoke(code);
      expect(diagnostics.map((d) => d.code)).toContain(code);
      if (ELSEWHERE.includes(code)) return;
      expect(diagnostic!.file).toMatch(new RegExp(`${EXAMPLES[code].file.replaceAll('.', '\\.')}$`));
      expect(Math.abs(diagnostic!.line - line)).toBeLessThanOrEqual(2);
    },
  );

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

  it('has the same letters, of two as near', () => {
    expect(nearest('fielsd', ['field', 'fields'])).toBe('fields');
    expect(nearest('filse', ['file', 'files'])).toBe('files');
  });

  it('is nothing when nothing is near', () => {
    expect(nearest('weather', ['contract', 'customer'])).toBeUndefined();
  });
});
