/** Web storage that never throws: in private windows and on full disks values are just not remembered. */

declare module './engine.ts' {
  interface Engine {
    readonly storage: Stored;
  }
}

export interface Stored {
  /** The storage itself; undefined where the browser refuses it. */
  readonly area: Storage | undefined;
  read(key: string): string | null;
  /** `undefined` removes the value. */
  write(key: string, value: string | undefined): void;
  /** Names of all stored values with this prefix. */
  keys(prefix: string): string[];
}

/** @param given the storage to use; `localStorage` by default */
export function createStored(given?: Storage): Stored {
  const area = given ?? localArea();
  return {
    area,
    read: (key) => attempt(() => area?.getItem(key)) ?? null,
    write(key, value) {
      try {
        if (value === undefined) area?.removeItem(key);
        else area?.setItem(key, value);
      } catch (error) {
        console.warn(`Local storage refused "${key}"`, error);
      }
    },
    keys: (prefix) => attempt(() => Object.keys(area ?? {}).filter((key) => key.startsWith(prefix))) ?? [],
  };
}

/** Reading the property itself throws where storage is forbidden. */
const localArea = (): Storage | undefined => attempt(() => globalThis.localStorage);

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
