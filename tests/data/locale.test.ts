// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import {
  availableLocales,
  currentLocale,
  formatDate,
  formatDateTime,
  formatNumber,
  hasText,
  initLocale,
  setLocale,
  setTimeZone,
  t,
} from '../../engine/data/locale.ts';
import { spec } from '../spec/spec.ts';

const ru = {
  'a.b:c': 'Двоеточие и точка',
  hello: 'Привет, {{name}}',
  rows_one: '{{count}} запись',
  rows_few: '{{count}} записи',
  rows_many: '{{count}} записей',
  rows_other: '{{count}} записи',
  only: 'Только по-русски',
};
const en = { hello: 'Hello, {{name}}', rows_one: '{{count}} row', rows_other: '{{count}} rows' };
const loaders = { ru: async () => ru, en: async () => en };

beforeEach(async () => {
  localStorage.clear();
  await initLocale(loaders);
});

describe('texts', () => {
  it('are flat keys with placeholders that are not escaped', () => {
    expect(t('a.b:c')).toBe('Двоеточие и точка');
    expect(t('hello', { name: '<Анна>' })).toBe('Привет, <Анна>');
    expect(t('no.such')).toBe('no.such');
    expect(hasText('no.such')).toBe(false);
  });

  it.each([
    [1, '1 запись'],
    [2, '2 записи'],
    [4, '4 записи'],
    [5, '5 записей'],
    [11, '11 записей'],
    [21, '21 запись'],
    [100, '100 записей'],
  ])('have the plural of %i', (count, text) => {
    spec('C-030');
    expect(t('rows', { count })).toBe(text);
  });

  it('change with the language, which is remembered and told to the document', async () => {
    spec('B-004', 'B-224');
    await setLocale('en');
    expect([t('hello', { name: 'A' }), currentLocale(), document.documentElement.lang]).toEqual([
      'Hello, A',
      'en',
      'en',
    ]);
    expect(localStorage.getItem('locale')).toBe('en');
    expect(t('only')).toBe('Только по-русски');
    await setLocale('xx');
    expect(currentLocale()).toBe('en');
    expect(availableLocales()).toEqual(['ru', 'en']);
  });

  it('begin with the remembered language; one that is gone gives the first', async () => {
    localStorage.setItem('locale', 'en');
    await initLocale(loaders);
    expect(currentLocale()).toBe('en');
    localStorage.setItem('locale', 'de');
    await initLocale(loaders);
    expect(currentLocale()).toBe('ru');
  });
});

describe('formats', () => {
  it('show a calendar day as it is, whatever the zone', () => {
    setTimeZone('America/Los_Angeles');
    expect(formatDate('2026-03-01')).toBe('01.03.2026');
    expect([formatDate(null), formatDate(''), formatDate('soon')]).toEqual(['', '', 'soon']);
  });

  it('show an instant in the zone of the instance', () => {
    spec('C-011');
    setTimeZone('Asia/Vladivostok');
    expect(formatDateTime('2026-03-01T20:05:09Z')).toBe('02.03.2026 06:05:09');
    expect(formatDateTime('2026-03-01T20:05:09Z', { seconds: false })).toBe('02.03.2026 06:05');
    expect(formatDate('2026-03-01T20:05:09Z')).toBe('02.03.2026');
    setTimeZone('Europe/Moscow');
    expect(formatDateTime('2026-03-01T20:59:59Z')).toBe('01.03.2026 23:59:59');
  });

  it('do not break on a zone that nobody knows', () => {
    setTimeZone('Mars/Olympus');
    expect(formatDateTime('2026-03-01T20:05:09Z')).toMatch(/^0[12]\.03\.2026 /);
  });

  it('group the digits of a number in the language', async () => {
    expect(formatNumber(1234567.5)).toBe('1\u00a0234\u00a0567,5');
    await setLocale('en');
    expect(formatNumber(1234567.5)).toBe('1,234,567.5');
    expect(formatNumber(undefined)).toBe('');
  });
});
