/** Four changes of docs/extend.md, each made in the places that it names and in no other. */
import { afterEach, expect, it, vi } from 'vitest';
import { marksOf } from '../../engine/build/marks.ts';
import { sampleProject } from '../../engine/build/sample.ts';
import { formatDiagnostic } from '../../engine/language/diagnostics.ts';
import type { ProjectFiles } from '../../engine/language/project.ts';
import type { LanguageSchema } from '../../engine/language/structure.ts';

/** The sample project with a changed grammar and a changed screen. */
function changed(
  grammar: (definitions: Record<string, LanguageSchema>) => void,
  screen: object,
): ProjectFiles {
  const files = sampleProject();
  const root = JSON.parse(files.language.screen) as LanguageSchema;
  grammar(root.definitions!);
  const screens = files.screens.map(({ file, text }) => ({
    file,
    text: file.endsWith('sign.screen.json')
      ? JSON.stringify({ ...(JSON.parse(text) as object), ...screen })
      : text,
  }));
  return { ...files, language: { ...files.language, screen: JSON.stringify(root) }, screens };
}

const compile = async (files: ProjectFiles) => {
  const { compileProject } = await import('../../engine/language/project.ts');
  const { screens, diagnostics } = compileProject(files);
  return { view: screens.get('sign')?.view, told: diagnostics.map(formatDiagnostic) };
};

const ITEM = {
  view: { type: 'table', rows: { expr: '[]' }, columns: [{ value: { expr: '1' }, label: 'book.title' }] },
};

afterEach(() => {
  vi.resetModules();
  vi.doUnmock('../../schemas/generated/marks.ts');
});

it('a marked property of a view is compiled without a line of the compiler', async () => {
  const files = changed(
    ({ StackView }) => {
      StackView!.properties!['note'] = { $ref: '#/definitions/Text', 'x-kind': 'text' };
    },
    { view: { type: 'stack', note: 'book.title', items: [ITEM] } },
  );
  vi.resetModules();
  const MARKS = marksOf(JSON.parse(files.language.screen) as LanguageSchema);
  vi.doMock('../../schemas/generated/marks.ts', () => ({ MARKS }));
  const { view, told } = await compile(files);
  expect(told).toEqual([]);
  expect(view).toMatchObject({ type: 'stack', note: { key: 'book.title' } });
});

it('its names are checked as those of any other', async () => {
  const files = changed(
    ({ StackView }) => {
      StackView!.properties!['note'] = { $ref: '#/definitions/Text', 'x-kind': 'text' };
    },
    { view: { type: 'stack', note: 'book.titel', items: [] } },
  );
  vi.resetModules();
  const MARKS = marksOf(JSON.parse(files.language.screen) as LanguageSchema);
  vi.doMock('../../schemas/generated/marks.ts', () => ({ MARKS }));
  const { told } = await compile(files);
  expect(told.join()).toMatch(/missing-key .*did you mean “book.title”/);
});

it('a warning about a property without effect is a keyword of the grammar', async () => {
  const { told } = await compile(
    changed(
      ({ StackView }) => {
        StackView!.properties!['direction']!['x-needs'] = 'visibleWhen';
      },
      { view: { type: 'stack', direction: 'rows', items: [] } },
    ),
  );
  expect(told.join()).toMatch(/no-effect Property “direction” has no effect without visibleWhen/);
});

it('a widget is a manifest, and is known to the checker', async () => {
  const files = changed(() => undefined, {
    view: { type: 'widget', widget: 'shelf2', options: { rows: 3 } },
  });
  const manifest = {
    file: 'widgets/shelf2/widget.json',
    text: JSON.stringify({
      kind: 'widget',
      name: 'shelf2',
      options: { type: 'object', additionalProperties: false, properties: { rows: { type: 'integer' } } },
      inputs: {},
      events: {},
    }),
  };
  const { view, told } = await compile({ ...files, manifests: [...files.manifests, manifest] });
  expect(told).toEqual([]);
  expect(view).toMatchObject({ type: 'widget', widget: 'shelf2', options: { rows: 3 } });
});

it('an expression function is one entry', async () => {
  vi.resetModules();
  const { FUNCTIONS } = await import('../../engine/language/functions.ts');
  FUNCTIONS.push({
    name: 'twice',
    parameters: ['number'],
    result: 'number',
    summary: 'Twice the number.',
    run: (value: number) => Number(value) * 2,
  });
  const { checkExpression } = await import('../../engine/language/expressions.ts');
  const { evaluate, loadEvaluator } = await import('../../engine/language/evaluate.ts');
  expect(checkExpression("twice('a')", {}, {}).problems.map(({ code }) => code)).toEqual(['operator-types']);
  await loadEvaluator();
  expect(evaluate({ cel: 'twice(2)' }, {})).toBe(4);
});
