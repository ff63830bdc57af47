/** The compiled form of what an action does. */
import type { CompiledAction } from './compiled.ts';
import type { JsonSchema } from './schema.ts';

/** What an action does, who may do it, and the type of `result` after it. */
export interface CompiledVerb {
  core: { type: CompiledAction['type'] } & Record<string, unknown>;
  access?: string[];
  result?: JsonSchema;
}
