/** The engine of the current test. */
import { createEngine, type EngineOptions } from '../engine/app/createEngine.ts';
import type { Engine } from '../engine/data/engine.ts';

export let engine: Engine;

/** Makes an engine for the test and ends the previous one. */
export function renewEngine(options: EngineOptions = {}): Engine {
  (engine as Engine | undefined)?.end();
  engine = createEngine(options);
  return engine;
}
