import { describe, expect, test, vi } from 'vitest';
import { FormStore } from '../../engine/views/form/store.ts';

describe('the store of a form', () => {
  test('a change notifies its field and those around it, and no others', () => {
    const store = new FormStore({ a: '', b: '', group: { x: 1, y: 2 } });
    const heard = { a: vi.fn(), b: vi.fn(), group: vi.fn(), x: vi.fn(), y: vi.fn() };
    store.subscribe(['a'], heard.a);
    store.subscribe(['b'], heard.b);
    store.subscribe(['group'], heard.group);
    store.subscribe(['group', 'x'], heard.x);
    store.subscribe(['group', 'y'], heard.y);
    store.set(['a'], 'k');
    store.set(['group', 'x'], 5);
    expect([heard.a, heard.b, heard.group, heard.x, heard.y].map((fn) => fn.mock.calls.length)).toEqual([
      1, 0, 1, 1, 0,
    ]);
    store.set(['group'], { x: 7, y: 8 });
    expect(heard.y).toHaveBeenCalledTimes(1);
  });

  test('setting an equal value notifies no one', () => {
    const store = new FormStore({ a: 1 });
    const heard = vi.fn();
    store.subscribe(['a'], heard);
    store.subscribeAny(heard);
    store.set(['a'], 1);
    expect(heard).not.toHaveBeenCalled();
  });

  test('a tree that was read never changes', () => {
    const initial = { a: 1, group: { x: 1 }, list: [{ v: 1 }] };
    const store = new FormStore(initial);
    store.set(['group', 'x'], 2);
    const read = store.values;
    const group = store.get(['group']);
    store.set(['group', 'x'], 3);
    store.set(['list', '0', 'v'], 9);
    expect(initial).toEqual({ a: 1, group: { x: 1 }, list: [{ v: 1 }] });
    expect(read).toEqual({ a: 1, group: { x: 2 }, list: [{ v: 1 }] });
    expect(group).toEqual({ x: 2 });
    expect(store.values).toEqual({ a: 1, group: { x: 3 }, list: [{ v: 9 }] });
    expect(store.initial).toBe(initial);
  });

  test('a container read as part of another value is not changed either', () => {
    const store = new FormStore({});
    store.set(['a', 'b', 'c'], 1);
    const inner = store.get(['a', 'b']);
    store.set(['a', 'b', 'c'], 2);
    expect(inner).toEqual({ c: 1 });
  });

  test('undefined removes a member', () => {
    const store = new FormStore({ a: 1, b: 2 });
    store.set(['a'], undefined);
    expect(Object.keys(store.values)).toEqual(['b']);
  });

  test('listeners of conditions get the first name in the path of a change', () => {
    const store = new FormStore({ a: { b: 1 } });
    const heard: unknown[] = [];
    store.subscribeAny((top) => heard.push(top));
    store.set(['a', 'b'], 2);
    store.replace({ a: { b: 1 } }, true);
    expect(heard).toEqual(['a', undefined]);
  });

  test('errors notify only fields whose error changed', () => {
    const store = new FormStore({});
    const a = vi.fn();
    const b = vi.fn();
    store.subscribe(['a'], a);
    store.subscribe(['b'], b);
    store.setErrors(
      new Map([
        ['a', 'bad'],
        ['b', 'bad'],
      ]),
    );
    store.setErrors(new Map([['a', 'bad']]));
    expect(a).toHaveBeenCalledTimes(1);
    expect(b).toHaveBeenCalledTimes(2);
  });
});
