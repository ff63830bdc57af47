// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createFormats } from '../../engine/data/format.ts';
import type { I18n, LocaleLoaders } from '../../engine/data/i18n.ts';
import type { JsonSchema } from '../../engine/language/schema.ts';
import { createRegistry } from '../../engine/registry/registry.ts';
import { registerBuiltins } from '../../engine/views/builtins.ts';
import { FIELDS } from '../../engine/views/form/fields/all.ts';
import { colourOf, nameOf, PALETTE, placeAfter } from '../../engine/views/form/fields/colour/palette.ts';
import { toDayTime, toInstant } from '../../engine/views/form/fields/dateTime/instants.ts';
import { crossingOf } from '../../engine/views/form/fields/schedule/periods.ts';
import { wordsOf } from '../../engine/views/form/fields/words.ts';
import { problemText } from '../../engine/views/form/messages.ts';
import { startValues } from '../../engine/views/form/initial.ts';
import { placeComplaints } from '../../engine/views/form/place.ts';
import { readPlan } from '../../engine/views/form/plan.ts';
import { fieldProblems } from '../../engine/views/form/validator.ts';
import formEn from '../../locales/en/engine-form.json';
import en from '../../locales/en/validation.json';
import formRu from '../../locales/ru/engine-form.json';
import ru from '../../locales/ru/validation.json';
import { field, form, schema } from './fixture.ts';
import { renewEngine } from '../engine.ts';
import { spec } from '../spec/spec.ts';

async function texts(locales: LocaleLoaders): Promise<I18n> {
  localStorage.clear();
  const { i18n } = renewEngine({ locales });
  await i18n.start();
  return i18n;
}

const FOLDER = 'engine/views/form/fields';

describe('the registry of fields', () => {
  test('every folder is registered under the name of its manifest, and nothing else is', () => {
    const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const names = folders.map(({ name }) => {
      const manifest = JSON.parse(readFileSync(`${FOLDER}/${name}/widget.json`, 'utf8')) as object;
      expect(manifest).toMatchObject({ kind: 'field', name });
      return name;
    });
    const registry = createRegistry();
    registerBuiltins(registry);
    expect(registry.names('field').sort()).toEqual(names.sort());
    expect(
      Object.values(FIELDS)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(names.sort());
  });
});

describe('date-times', () => {
  const i18n = createFormats(() => 'ru');

  test('date and time are in the zone', () => {
    i18n.setTimeZone('Europe/Moscow');
    expect(toDayTime(i18n, '2026-06-04T22:30:00Z', false)).toEqual({ day: '2026-06-05', time: '01:30' });
    expect(toInstant(i18n, { day: '2026-06-05', time: '01:30' })).toBe('2026-06-04T22:30:00Z');
  });

  test('before and after a clock change', () => {
    i18n.setTimeZone('Europe/Berlin');
    for (const instant of ['2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z', '2026-10-25T02:30:00Z']) {
      const shown = toDayTime(i18n, instant, true)!;
      expect(toInstant(i18n, shown)).toBe(instant);
    }
  });
});

describe('references', () => {
  const classifier = schema({ name: { type: 'string' }, caption: { type: 'string' } }, ['name', 'caption']);
  const choice = { value: 'A', label: 'First' };

  test('a classifier value has name and caption, a dictionary value only its name', () => {
    expect(wordsOf(classifier).valueOf(choice)).toEqual({ name: 'A', caption: 'First' });
    expect(wordsOf({ type: 'string' }).valueOf(choice)).toBe('A');
    expect(wordsOf(classifier).wordOf({ name: 'A', caption: '' })).toBe('A');
  });

  test('a dictionary uses its own member names', () => {
    const dictionary = { id: 'd', operation: 'o', value: 'id', label: 'title' };
    const own = schema({ id: { type: 'string' }, title: { type: 'string' } });
    expect(wordsOf(own, dictionary).valueOf(choice)).toEqual({ id: 'A', title: 'First' });
  });
});

test('a colour has seven characters; an empty one is grey', () => {
  spec('V-024', 'V-025');
  expect(colourOf('#A1B2C3FF')).toBe('#a1b2c3');
  expect(colourOf('')).toBe('#808080');
  expect(colourOf(undefined)).toBe('#808080');
});

test('the palette has 37 colours, each with a name in both languages, and arrows reach all of them', async () => {
  spec('C-019');
  expect(new Set(PALETTE.map(({ value }) => value)).size).toBe(37);
  const i18n = await texts({ ru: async () => formRu, en: async () => formEn });
  for (const locale of ['ru', 'en']) {
    await i18n.setLocale(locale);
    const names = PALETTE.map(({ value }) => nameOf(i18n, value));
    expect(names.filter((name) => name.startsWith('engine.') || name.startsWith('#'))).toEqual([]);
    expect(new Set(names).size).toBe(37);
  }
  const reached = new Set([0]);
  for (const at of reached)
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'End'])
      reached.add(placeAfter(key, at)!);
  expect(reached.size).toBe(37);
  expect(['ArrowDown', 'ArrowUp', 'Home', 'Tab'].map((key) => placeAfter(key, 36))).toEqual([
    36,
    24,
    0,
    undefined,
  ]);
});

describe('periods of a schedule', () => {
  const everyDay = { kind: { name: 'EVERYDAY', caption: '' }, excluded: false };
  const weekly = (days: string[], more: object = {}) => ({ kind: 'EVERY_WEEK', weekDays: days, ...more });
  const numbered = (weeks: string[]) => ({
    ...weekly([], { weekDays: [{ name: 'FRIDAY' }] }),
    kind: { name: 'NUMBERED_WEEKS' },
    weeks: weeks.map((name) => ({ name })),
  });
  const hours = (timeFrom: string, timeTo: string) => weekly(['MONDAY'], { timeFrom, timeTo });

  test.each<[string, object[], [number, number]?]>([
    ['two every day', [everyDay, everyDay], [0, 1]],
    ['a week day twice', [weekly(['MONDAY', 'FRIDAY']), weekly(['SUNDAY']), weekly(['FRIDAY'])], [0, 2]],
    ['every week over a numbered one', [weekly(['FRIDAY']), numbered(['THIRD'])], [0, 1]],
    ['every day over a week day', [everyDay, weekly(['FRIDAY'])], [0, 1]],
    ['hours', [hours('08:00', '12:00'), hours('11:59', '13:00')], [0, 1]],
    [
      'days',
      [
        { ...everyDay, endDate: '2026-05-01' },
        { ...everyDay, beginDate: '2026-05-01' },
      ],
      [0, 1],
    ],
    ['other weeks do not', [numbered(['FIRST', 'SECOND']), numbered(['THIRD'])]],
    ['hours that touch do not', [hours('08:00', '12:00'), hours('12:00', '13:00')]],
    ['what is excluded does not', [everyDay, { ...everyDay, excluded: true }]],
    [
      'days one after another do not',
      [
        { ...everyDay, endDate: '2026-05-01' },
        { ...everyDay, beginDate: '2026-05-02' },
      ],
    ],
    ['what is not filled yet does not', [everyDay, {}, weekly([]), null as unknown as object]],
  ])('overlap: %s', (_, periods, crossing) => {
    spec('V-070', 'S-011', 'B-183');
    expect(crossingOf(periods)).toEqual(crossing);
  });
});

test('a required checkbox that was never ticked is false', () => {
  const view = form([
    field('yes', { widget: 'checkbox', required: true }),
    field('no', { widget: 'checkbox' }),
  ]);
  const body = schema({ yes: { type: 'boolean' }, no: { type: 'boolean' } }, ['yes']);
  expect(startValues({ form: view, schema: body, scope: () => ({}) }, undefined)).toEqual({ yes: false });
});

describe('the place of an error', () => {
  const items = [field('value')];
  const plan = readPlan([field('person'), field('rows', { items }), field('gone')]);
  const place = (path: string, missing = false) =>
    placeComplaints(plan, new Map([['gone', 'drop' as const]]), [
      { path: path.split('.'), message: 'm', missing },
    ]);

  test.each([
    ['person.name', 'person'],
    ['rows.2.value', 'rows.2.value'],
    ['rows.2.other', 'rows'],
  ])('%s at %s', (path, key) => expect([...place(path).errors.keys()]).toEqual([key]));

  test('an error outside all fields becomes a message of the form', () => {
    expect(place('elsewhere')).toEqual({ errors: new Map(), unplaced: ['elsewhere: m'] });
  });

  test('a dropped field is not reported as missing, but a broken rule at it is reported', () => {
    expect(place('gone', true)).toEqual({ errors: new Map(), unplaced: [] });
    expect(place('gone')).toEqual({ errors: new Map(), unplaced: ['m'] });
  });
});

describe('a single field', () => {
  test.each<[JsonSchema, unknown, string, string]>([
    [{ type: 'string' }, undefined, 'Fill in this field', 'Заполните поле'],
    [{ type: 'number' }, '1-', 'Enter a number', 'Введите число'],
    [{ type: 'integer' }, 1.5, 'Enter a whole number', 'Введите целое число'],
    [{ type: 'string', maxLength: 3 }, 'abcd', 'At most 3 characters', 'Максимум символов: 3'],
    [{ type: 'string', minLength: 2 }, 'a', 'At least 2 characters', 'Минимум символов: 2'],
    [{ type: 'number', minimum: 5 }, 4, 'Not less than 5', 'Не меньше 5'],
    [{ type: 'number', maximum: 10 }, 11, 'Not more than 10', 'Не больше 10'],
    [{ type: 'number', minimum: 5, maximum: 10 }, 11, 'Between 5 and 10', 'Допустимы значения от 5 до 10'],
    [{ type: 'number', exclusiveMinimum: 0 }, 0, 'More than 0', 'Больше 0'],
    [
      { type: 'string', pattern: '^[0-9]{15}$' },
      '35',
      'Enter exactly 15 digits',
      'Введите 15 цифр, без других знаков',
    ],
    [
      { type: 'string', pattern: '^([0-9]{10}|[0-9]{12})$' },
      '770',
      'Enter exactly 10 or 12 digits',
      'Введите 10 или 12 цифр, без других знаков',
    ],
  ])('%j: %j is invalid and says why', async (body, value, english, russian) => {
    spec('V-033', 'V-035', 'V-036', 'V-038', 'V-039', 'V-040', 'V-041', 'V-042', 'V-043', 'V-045');
    const i18n = await texts({ en: async () => en, ru: async () => ru });
    const { t } = i18n;
    const [problem] = fieldProblems(body, true, value);
    expect(problemText(problem!, t)).toBe(english);
    await i18n.setLocale('ru');
    expect(problemText(problem!, t)).toBe(russian);
  });

  test('an identifier has 8-4-4-4-12 hexadecimal digits', () => {
    spec('V-026');
    const faults = (text: string) => fieldProblems({ type: 'string', format: 'uuid' }, true, text);
    const good = '0a1B2c3d-4e5f-4a6b-8c7d-9e8f7a6b5c4d';
    expect(faults(good)).toEqual([]);
    for (const bad of ['', good.replaceAll('-', ''), good.slice(1), good.replace('0a', '0g'), `${good}0`])
      expect(faults(bad)).toEqual([{ path: [], keyword: 'format', limit: 'uuid' }]);
  });

  test('an empty optional field is valid, an empty required one is not', () => {
    expect(fieldProblems({ type: 'string' }, false, undefined)).toEqual([]);
    expect(fieldProblems({ type: 'string' }, true, undefined)).toEqual([{ path: [], keyword: 'required' }]);
  });
  test('a text that is not a number is reported as such', () => {
    expect(fieldProblems({ type: 'number' }, true, '1-')).toMatchObject([
      { keyword: 'type', limit: 'number' },
    ]);
  });
  test('the limit of a nullable value is found', () => {
    expect(fieldProblems({ type: ['string', 'null'], maxLength: 2 }, false, 'abc')).toEqual([
      { path: [], keyword: 'maxLength', limit: 2 },
    ]);
  });
});
