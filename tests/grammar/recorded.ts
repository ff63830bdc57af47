/**
 * A compiled product that notes which of its properties are read, by JSON pointer. Copying or searching an object whole
 * (`{...x}`, `Object.values(x)`, `JSON.stringify(x)`) reads none of its properties: what is copied is not yet used.
 */
import { pointerOf } from '../../engine/language/source.ts';

/** What an author gives to a widget or a dialog is handed on as a whole. */
const HANDED_ON = /\/options$/;

export function recorded<T extends object>(compiled: T, reads: Set<string>, at = ''): T {
  const known = new WeakMap<object, object>();
  /** The property whose descriptor was asked for just now, as copying does before it reads. */
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
  // What is frozen would have to be given out as it is.
  return wrap(JSON.parse(JSON.stringify(compiled)) as object, at) as T;
}
