/** The rules of the date input, screens §5. */
import { describe, expect, it } from 'vitest';
import { createFormats } from '../../engine/data/format.ts';
import { spec } from '../spec/spec.ts';
import {
  acceptDay,
  checkLimits,
  commitText,
  confirmError,
  formatDay,
  parseDay,
  parseTime,
} from '../../engine/views/date-input/rules.ts';

describe('typed text', () => {
  it.each([
    ['01.03.2026', '2026-03-01'],
    [' 29.02.2028 ', '2028-02-29'],
    ['01.03.2026 23:59:59', '2026-03-01'],
    ['01.03.2026 12:30', '2026-03-01'],
    ['1.3.2026', '2026-03-01'],
    ['1.3.26', '2026-03-01'],
    ['01032026', '2026-03-01'],
    ['2026-03-01', '2026-03-01'],
  ])('"%s" is the day %s', (text, day) => {
    spec('V-008', 'V-009', 'V-010', 'C-010');
    expect(parseDay(text)).toBe(day);
  });

  it.each([
    ['31.02.2026', 'noSuchDay'],
    ['29.02.2027', 'noSuchDay'],
    ['2026-02-30', 'noSuchDay'],
    ['31022026', 'noSuchDay'],
    ['01.03.2026 25:00:00', 'format'],
    ['1/2/2028', 'format'],
    ['2026-2-1', 'format'],
    ['1.3.026', 'format'],
    ['завтра', 'format'],
  ])('"%s" is no day, and says why (%s)', (text, refused) => {
    spec('V-011');
    expect(parseDay(text)).toBeUndefined();
    expect(commitText(text, {})).toEqual({ refused });
  });

  it('a time after the date is passed to fields that need one', () => {
    expect(commitText('1.2.2026 08:30', {})).toEqual({ day: '2026-02-01', time: '08:30' });
    expect(commitText('2026-02-01T08:30:15', {})).toEqual({ day: '2026-02-01', time: '08:30:15' });
  });

  it('an emptied field is no day', () => expect(commitText('  ', {})).toEqual({ day: null }));
  it('shows a date as dd.mm.yyyy', () => {
    spec('C-009');
    expect(formatDay('2026-01-15')).toBe('15.01.2026');
  });
  it('shows nothing for no day', () => expect(formatDay(null)).toBe(''));
});

describe('limits', () => {
  it('a day before the minimum becomes the minimum', () => {
    spec('V-012');
    expect(commitText('01.01.2026', { min: '2026-04-10' })).toEqual({ day: '2026-04-10' });
  });

  it('a day after the maximum, or not among the allowed, is refused', () => {
    expect(commitText('01.01.2027', { max: '2026-12-31' })).toEqual({ refused: 'afterMaximum' });
    expect(commitText('01.01.2027', { allowed: ['2026-12-31'] })).toEqual({ refused: 'notAllowed' });
  });

  it('only allowed days are taken', () => {
    expect(acceptDay('2026-05-01', { allowed: ['2026-05-01'] })).toBe('2026-05-01');
    expect(acceptDay('2026-05-02', { allowed: ['2026-05-01'] })).toBeUndefined();
  });

  it('allowed days and limits exclude each other, and the message says what to do', () => {
    spec('V-013');
    expect(() => checkLimits({ allowed: [], min: '2026-01-01' })).toThrow(
      /allowed days together with min.*either/,
    );
    expect(() => checkLimits({ allowed: [], max: '2026-01-01' })).toThrow('max');
    expect(() => checkLimits({ min: '2026-01-01', max: '2026-01-02' })).not.toThrow();
    expect(() => checkLimits({ allowed: [] })).not.toThrow();
  });
});

describe('confirming', () => {
  const limits = { min: '2026-01-10', max: '2026-01-20' };
  it('requires a day', () => {
    spec('V-014');
    expect(confirmError({ date: null }, limits)).toBe('dateRequired');
  });
  it('requires a time where time is used', () => {
    spec('V-015');
    expect(confirmError({ date: '2026-01-15', usesTime: true }, limits)).toBe('timeRequired');
    expect(confirmError({ date: '2026-01-15' }, limits)).toBeUndefined();
  });
  it('refuses a day after the maximum', () => {
    spec('V-016');
    expect(confirmError({ date: '2026-01-21' }, limits)).toBe('afterMaximum');
  });
  it('refuses a day before the minimum', () => {
    spec('V-017');
    expect(confirmError({ date: '2026-01-09' }, limits)).toBe('beforeMinimum');
  });
});

describe('time', () => {
  it.each([
    ['7:05', '07:05'],
    ['23:59', '23:59'],
    ['0705', '07:05'],
    ['07:05:09', '07:05:09'],
  ])('"%s" is %s', (text, time) => {
    spec('V-023');
    expect(parseTime(text)).toBe(time);
  });
  it.each(['24:00', '12:60', '12', 'полдень'])('"%s" is no time', (text) =>
    expect(parseTime(text)).toBeUndefined(),
  );
  it('has seconds where they are required', () => {
    spec('C-012');
    expect([parseTime('7:05'), parseTime('7:05', true)]).toEqual(['07:05', '07:05:00']);
  });
});

it('a date, a time and a date-time have one format each', () => {
  spec('C-048');
  const { formatDateTime, setTimeZone } = createFormats(() => 'ru');
  setTimeZone('Europe/Moscow');
  expect([parseDay('01.03.2026'), formatDay('2026-03-01')]).toEqual(['2026-03-01', '01.03.2026']);
  expect(formatDateTime('2026-03-01T07:05:09Z')).toBe('01.03.2026 10:05:09');
  expect([parseTime('10:05'), parseTime('10:05:09')]).toEqual(['10:05', '10:05:09']);
});
