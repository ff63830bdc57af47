import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissToast, holdToast, resumeToast, toast, toasts } from '../../engine/data/toasts.ts';
import { spec } from '../spec/spec.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const { id } of toasts.get()) dismissToast(id);
  vi.useRealTimers();
});

const texts = () => toasts.get().map(({ text }) => text);

describe('a toast', () => {
  it('lives six seconds', () => {
    spec('C-005');
    toast({ type: 'info', text: 'a' });
    vi.advanceTimersByTime(5999);
    expect(texts()).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it('stays when it is unremovable, until it is dismissed', () => {
    spec('B-154');
    const id = toast({ type: 'warning', text: 'a', unremovable: true });
    vi.advanceTimersByTime(60_000);
    resumeToast(id);
    vi.advanceTimersByTime(60_000);
    expect(texts()).toEqual(['a']);
    dismissToast(id);
    expect(texts()).toEqual([]);
  });

  it('does not vanish while it is held, and then lives its time anew', () => {
    const id = toast({ type: 'info', text: 'a' });
    vi.advanceTimersByTime(5000);
    holdToast(id);
    vi.advanceTimersByTime(60_000);
    expect(texts()).toEqual(['a']);
    resumeToast(id);
    vi.advanceTimersByTime(5999);
    expect(texts()).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it('said twice is shown once, for six seconds from the second time', () => {
    toast({ type: 'error', text: 'a' });
    vi.advanceTimersByTime(4000);
    toast({ type: 'error', text: 'a' });
    toast({ type: 'info', text: 'a' });
    expect(texts()).toEqual(['a', 'a']);
    vi.advanceTimersByTime(5000);
    expect(texts()).toEqual(['a', 'a']);
    vi.advanceTimersByTime(1000);
    expect(texts()).toEqual([]);
  });
});
