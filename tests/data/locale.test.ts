// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { I18n } from '../../engine/data/i18n.ts';
import { renewEngine } from '../engine.ts';
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

let i18n: I18n;
async function begin(): Promise<void> {
  ({ i18n } = renewEngine({ locales: loaders }));
  await i18n.start();
}
beforeEach(async () => {
  localStorage.clear();
  await begin();
});

describe('texts', () => {
  it('are flat keys with placeholders that are not escaped', () => {
    expect(i18n.t('a.b:c')).toBe('Двоеточие и точка');
    expect(i18n.t('hello', { name: '<Анна>' })).toBe('Привет, <Анна>');
    expect(i18n.t('no.such')).toBe('no.such');
    expect(i18n.hasText('no.such')).toBe(false);
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
    expect(i18n.t('rows', { count })).toBe(text);
  });

  it('change with the language, which is remembered', async () => {
    spec('B-004', 'B-224');
    await i18n.setLocale('en');
    expect([i18n.t('hello', { name: 'A' }), i18n.current()]).toEqual(['Hello, A', 'en']);
    expect(localStorage.getItem('locale')).toBe('en');
    expect(i18n.t('only')).toBe('Только по-русски');
    await i18n.setLocale('xx');
    expect(i18n.current()).toBe('en');
    expect(i18n.available()).toEqual(['ru', 'en']);
  });

  it('start with the remembered language; one that no longer exists falls back to the first', async () => {
    localStorage.setItem('locale', 'en');
    await begin();
    expect(i18n.current()).toBe('en');
    localStorage.setItem('locale', 'de');
    await begin();
    expect(i18n.current()).toBe('ru');
  });
});

describe('formats', () => {
  it('show a calendar day unchanged, whatever the zone', () => {
    i18n.setTimeZone('America/Los_Angeles');
    expect(i18n.formatDate('2026-03-01')).toBe('01.03.2026');
    expect([i18n.formatDate(null), i18n.formatDate(''), i18n.formatDate('soon')]).toEqual(['', '', 'soon']);
  });

  it('show a date-time in the zone of the instance', () => {
    spec('C-011');
    i18n.setTimeZone('Asia/Vladivostok');
    expect(i18n.formatDateTime('2026-03-01T20:05:09Z')).toBe('02.03.2026 06:05:09');
    expect(i18n.formatDateTime('2026-03-01T20:05:09Z', { seconds: false })).toBe('02.03.2026 06:05');
    expect(i18n.formatDate('2026-03-01T20:05:09Z')).toBe('02.03.2026');
    i18n.setTimeZone('Europe/Moscow');
    expect(i18n.formatDateTime('2026-03-01T20:59:59Z')).toBe('01.03.2026 23:59:59');
  });

  it('use the day of this computer without a zone, and that of the zone with one', () => {
    vi.useFakeTimers({ now: new Date(2026, 0, 9, 23, 59, 59), toFake: ['Date'] });
    i18n.setTimeZone(undefined);
    expect(i18n.today()).toBe('2026-01-09');
    vi.setSystemTime(new Date(2026, 0, 10));
    expect(i18n.today()).toBe('2026-01-10');
    vi.setSystemTime(new Date('2026-03-01T23:30:00Z'));
    i18n.setTimeZone('Europe/Moscow');
    expect(i18n.today()).toBe('2026-03-02');
    vi.useRealTimers();
  });

  it('do not fail on an unknown zone', () => {
    i18n.setTimeZone('Mars/Olympus');
    expect(i18n.formatDateTime('2026-03-01T20:05:09Z')).toMatch(/^0[12]\.03\.2026 /);
  });

  it('group the digits of a number by the language', async () => {
    expect(i18n.formatNumber(1234567.5)).toBe('1\u00a0234\u00a0567,5');
    await i18n.setLocale('en');
    expect(i18n.formatNumber(1234567.5)).toBe('1,234,567.5');
    expect(i18n.formatNumber(undefined)).toBe('');
  });
});
