import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToasts, type Toasts } from '../../engine/data/toasts.ts';
import { spec } from '../spec/spec.ts';

let toasts: Toasts;
beforeEach(() => {
  vi.useFakeTimers();
  toasts = createToasts();
});
afterEach(() => vi.useRealTimers());

const texts = () => toasts.get().map(({ text }) => text);

describe('a toast', () => {
  it('is shown for six seconds', () => {
    spec('C-005');
    toasts.show({ type: 'info', text: 'a' });
    vi.advanceTimersByTime(5999);
    expect(texts()).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it('stays when it is unremovable, until it is dismissed', () => {
    spec('B-154');
    const id = toasts.show({ type: 'warning', text: 'a', unremovable: true });
    vi.advanceTimersByTime(60_000);
    toasts.resume(id);
    vi.advanceTimersByTime(60_000);
    expect(texts()).toEqual(['a']);
    toasts.dismiss(id);
    expect(texts()).toEqual([]);
  });

  it('does not disappear while the pointer holds it, and then starts its time again', () => {
    const id = toasts.show({ type: 'info', text: 'a' });
    vi.advanceTimersByTime(5000);
    toasts.hold(id);
    vi.advanceTimersByTime(60_000);
    expect(texts()).toEqual(['a']);
    toasts.resume(id);
    vi.advanceTimersByTime(5999);
    expect(texts()).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it('shown twice appears once, for six seconds from the second time', () => {
    toasts.show({ type: 'error', text: 'a' });
    vi.advanceTimersByTime(4000);
    toasts.show({ type: 'error', text: 'a' });
    toasts.show({ type: 'info', text: 'a' });
    expect(texts()).toEqual(['a', 'a']);
    vi.advanceTimersByTime(5000);
    expect(texts()).toEqual(['a', 'a']);
    vi.advanceTimersByTime(1000);
    expect(texts()).toEqual([]);
  });
});
