/**
 * The application object. It owns all mutable state of a running product: session, replies, language, toasts. No module
 * of the engine has module-level mutable state, so two products on one page share nothing.
 *
 * Each part is declared by the file that makes it (`declare module`), `engine/app/createEngine.ts` puts the parts
 * together. Components read it from the context; code without React takes it as a parameter.
 */
import { createContext, useContext } from 'react';

export interface Engine {
  /** Closes sockets, stops timers and removes listeners. */
  end(): void;
}

export const EngineContext = createContext<Engine | undefined>(undefined);

/**
 * Returns the application object of the surrounding tree.
 * @example const { toasts } = useEngine();
 */
export function useEngine(): Engine {
  const engine = useContext(EngineContext);
  if (!engine) throw new Error('A component was rendered outside an engine: wrap it in <EngineProvider>.');
  return engine;
}
