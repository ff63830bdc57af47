/** What views need to know of the other screens: their entries, and how to load one. */
import { createContext, useContext } from 'react';
import type { CompiledScreen, ScreenEntry } from '../language/compiled.ts';

export interface Screens {
  entries: ScreenEntry[];
  /** Loads a screen's chunk and, when the screen needs it, the evaluator. */
  load(id: string): Promise<CompiledScreen>;
}

const NONE: Screens = {
  entries: [],
  load: (id) => Promise.reject(new Error(`No screen can be loaded here; "${id}" was requested.`)),
};

export const ScreensContext = createContext<Screens>(NONE);

export const useScreens = (): Screens => useContext(ScreensContext);
