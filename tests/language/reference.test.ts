/** The reference of the language: the documentation of each property of the grammar for authors and editors. */
import { expect, it } from 'vitest';
import { readProject } from '../../engine/build/project.ts';
import type { LanguageSchema } from '../../engine/language/structure.ts';
import { referenceOf, referencePage, type Described } from '../../engine/tools/reference.ts';

const { language, screens } = readProject({ root: '.' });
const grammar = JSON.parse(language.screen) as LanguageSchema;
const reference = referenceOf(grammar, screens);
const all = [...reference.values()].flat();
const find = (property: string): Described => all.find((one) => one.property === property)!;

it('each property has a meaning and an example that is JSON', () => {
  expect(all.length).toBeGreaterThan(600);
  expect(all.filter(({ meaning }) => !meaning).map(({ property }) => property)).toEqual([]);
  expect(all.filter(({ example }) => example === undefined).map(({ property }) => property)).toEqual([]);
  for (const { example } of all) expect(() => JSON.parse(example!) as unknown).not.toThrow();
});

it('what a property accepts and where it is evaluated follow from its marks', () => {
  expect(find('TableView.rowTone')).toMatchObject({ takes: 'value', scope: 'row', required: false });
  expect(find('CallAction.label')).toMatchObject({ takes: 'text' });
  expect(find('CallAction.visibleWhen')).toMatchObject({ takes: 'condition' });
  expect(find('ScreenConfig.id')).toMatchObject({ takes: 'text', required: true });
  expect(find('Menu.badge.operation')).toMatchObject({ takes: 'a operation', required: true });
});

it('examples are the shortest uses of the product, else those of the grammar', () => {
  const own = referenceOf(grammar, [
    { file: 'screens/a.screen.json', text: JSON.stringify({ id: 'long-name', title: 'a.b' }) },
    { file: 'screens/b.screen.json', text: JSON.stringify({ id: 'b', title: { expr: 'today' } }) },
  ]);
  const of = (property: string) => [...own.values()].flat().find((one) => one.property === property)!.example;
  expect(of('ScreenConfig.id')).toBe('"b"');
  expect(of('ScreenConfig.title')).toBe('"a.b"');
  expect(of('Transitions.hidden')).toBe('["cancel"]');
});

it('the page has a row per property, and shortens long texts', () => {
  const page = referencePage(reference);
  for (const name of reference.keys()) expect(page).toContain(`## ${name}\n`);
  expect(page.match(/^\| (?!property|---)/gm)).toHaveLength(all.length);
});
