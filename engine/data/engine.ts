/**
 * The application object. It owns everything of a running product that changes: session, replies, language, messages.
 * No module of the engine has mutable state of its own, so two products on one page share nothing.
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
 * The application object of the tree around.
 * @example const { toasts } = useEngine();
 */
export function useEngine(): Engine {
  const engine = useContext(EngineContext);
  if (!engine) throw new Error('A component was rendered outside an engine: wrap it in <EngineProvider>.');
  return engine;
}
