/** Which views hold work that would be lost if the page went; the session reads it before it ends. */

declare module './engine.ts' {
  interface Engine {
    readonly unsavedWork: UnsavedWork;
  }
}

export interface UnsavedWork {
  /** Announces such work; the returned function withdraws it. */
  hold(): () => void;
  exists(): boolean;
}

export function createUnsavedWork(): UnsavedWork {
  const holders = new Set<object>();
  return {
    hold() {
      const holder = {};
      holders.add(holder);
      return () => void holders.delete(holder);
    },
    exists: () => holders.size > 0,
  };
}
