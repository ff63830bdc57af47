import { describe, expect, test } from 'vitest';
import {
  countCharacters,
  integerCharacters,
  numberOrText,
  numberText,
  parseNumber,
} from '../../engine/views/form/numbers.ts';
import { spec } from '../spec/spec.ts';

describe('numbers as people type them', () => {
  test.each([
    ['1,5', 1.5],
    ['1.5', 1.5],
    ['-0,25', -0.25],
    ['1 250,75', 1250.75],
    ['1\u00a0000', 1000],
    ['12,', 12],
    [',5', 0.5],
    ['-0', 0],
  ])('%s is %d', (text, value) => expect(parseNumber(text)).toBe(value));

  test.each(['', '-', '1,5,2', '1e3', '0x10', 'abc', '1-2', '12a', '.'])('%s is no number', (text) =>
    expect(parseNumber(text)).toBeUndefined(),
  );

  test('an integer has no fraction and stays exact', () => {
    expect(parseNumber('42', true)).toBe(42);
    expect(parseNumber('4,2', true)).toBeUndefined();
    expect(parseNumber('9007199254740993', true)).toBeUndefined();
  });

  test('a text that is not yet a number is kept, empty input has no value', () => {
    expect(numberOrText('-', false)).toBe('-');
    expect(numberOrText('2,5', false)).toBe(2.5);
    expect(numberOrText('  ', false)).toBeUndefined();
  });

  test('a number is shown so that it can be typed again', () => {
    expect(numberText(1.5, true)).toBe('1,5');
    expect(numberText(1.5, false)).toBe('1.5');
    expect(numberText(0.0000001, true)).toBe('0,0000001');
    expect(numberText('12x', true)).toBe('12x');
    expect(numberText(undefined, true)).toBe('');
  });

  test('integer text accepts digits and a leading minus', () => {
    spec('V-022');
    expect(integerCharacters('-1a2-3')).toBe('-123');
  });

  test('a count has digits only, begins with 1 to 9 and stops at its maximum', () => {
    spec('V-018', 'V-019', 'V-020', 'V-021');
    expect(countCharacters('007')).toBe('7');
    expect(countCharacters('0')).toBe('');
    expect(countCharacters('1x5')).toBe('15');
    expect(countCharacters('150', 99)).toBe('99');
  });
});
