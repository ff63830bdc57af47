/**
 * A compiled product that records which of its properties are read, by JSON pointer. Copying or searching an object
 * whole (`{...x}`, `Object.values(x)`, `JSON.stringify(x)`) does not count as reading its properties: a copy is not yet
 * a use.
 */
import { pointerOf } from '../../engine/language/source.ts';

/** Options of a widget or a dialog are passed on as a whole. */
const HANDED_ON = /\/options$/;

export function recorded<T extends object>(compiled: T, reads: Set<string>, at = ''): T {
  const known = new WeakMap<object, object>();
  /** The property whose descriptor was just requested, as copying does before it reads. */
  let described: [of: object, key: PropertyKey] | undefined;
  const wrap = (target: object, pointer: string): object => {
    const made = new Proxy(target, {
      getOwnPropertyDescriptor(of, key) {
        described = [of, key];
        return Reflect.getOwnPropertyDescriptor(of, key);
      },
      get(of, key, receiver) {
        const copied = described?.[0] === of && described[1] === key;
        described = undefined;
        if (key === 'toJSON') return () => of;
        const value: unknown = Reflect.get(of, key, receiver);
        if (typeof key === 'symbol' || !Object.hasOwn(of, key)) return value;
        const below = pointer + pointerOf(key);
        if (!copied || HANDED_ON.test(pointer)) reads.add(below);
        if (typeof value !== 'object' || value === null) return value;
        const proxy = known.get(value) ?? wrap(value, below);
        known.set(value, proxy);
        return proxy;
      },
    });
    return made;
  };
  // A proxy must return frozen values unchanged, so the product is copied.
  return wrap(JSON.parse(JSON.stringify(compiled)) as object, at) as T;
}
