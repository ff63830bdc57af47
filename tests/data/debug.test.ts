// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { noteRequest, showFaults } from '../../engine/data/debug.ts';
import { toasts } from '../../engine/data/toasts.ts';
import { spec } from '../spec/spec.ts';

afterEach(() => {
  localStorage.clear();
  toasts.set([]);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('tells of the same request within half a second, in debug mode alone', () => {
  spec('C-008', 'C-021');
  vi.useFakeTimers();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  noteRequest(() => 'GET /a');
  noteRequest(() => 'GET /a');
  expect(warn).not.toHaveBeenCalled();
  localStorage.setItem('debug', 'true');
  noteRequest(() => 'GET /a');
  noteRequest(() => 'GET /b');
  vi.advanceTimersByTime(499);
  noteRequest(() => 'GET /a');
  expect(warn.mock.calls).toEqual([['Too frequent requests', 'GET /a']]);
  vi.advanceTimersByTime(500);
  noteRequest(() => 'GET /a');
  expect(warn).toHaveBeenCalledTimes(1);
});

it('shows errors and warnings as messages, in debug mode alone', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  showFaults()();
  console.error('quiet');
  expect(toasts.get()).toEqual([]);
  localStorage.setItem('debug', 'true');
  const stop = showFaults();
  console.error('It broke', new Error('here'));
  stop();
  console.error('quiet again');
  expect(toasts.get().map(({ type, text }) => `${type}: ${text}`)).toEqual(['error: It broke here']);
});
