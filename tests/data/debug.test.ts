// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { engine, renewEngine } from '../engine.ts';
import { spec } from '../spec/spec.ts';

beforeEach(() => {
  localStorage.clear();
  renewEngine();
});
afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('reports equal requests within half a second, in debug mode alone', () => {
  spec('C-008', 'C-021');
  vi.useFakeTimers();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  engine.debug.noteRequest(() => 'GET /a');
  engine.debug.noteRequest(() => 'GET /a');
  expect(warn).not.toHaveBeenCalled();
  localStorage.setItem('debug', 'true');
  engine.debug.noteRequest(() => 'GET /a');
  engine.debug.noteRequest(() => 'GET /b');
  vi.advanceTimersByTime(499);
  engine.debug.noteRequest(() => 'GET /a');
  expect(warn.mock.calls).toEqual([['Too frequent requests', 'GET /a']]);
  vi.advanceTimersByTime(500);
  engine.debug.noteRequest(() => 'GET /a');
  expect(warn).toHaveBeenCalledTimes(1);
});

it('shows errors and warnings as messages, in debug mode alone', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  engine.debug.showFaults()();
  console.error('quiet');
  expect(engine.toasts.get()).toEqual([]);
  localStorage.setItem('debug', 'true');
  const stop = engine.debug.showFaults();
  console.error('It broke', new Error('here'));
  stop();
  console.error('quiet again');
  expect(engine.toasts.get().map(({ type, text }) => `${type}: ${text}`)).toEqual(['error: It broke here']);
});
