/** Tracks views with work that would be lost when the page closes; the session checks it before it ends. */

declare module './engine.ts' {
  interface Engine {
    readonly unsavedWork: UnsavedWork;
  }
}

export interface UnsavedWork {
  /** Registers unsaved work; the returned function unregisters it. */
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
