/** Matrices as typed arrays, with the location `nowhere` at distance 0 from all others. */
import type { Profile } from './model.ts';
import type { Matrices, Objective } from './problem.ts';

/** Builds a profile; `lengths` are costs where the profile has a cost matrix, unless the objective is distance. */
export function profileOf(matrices: Matrices, objective: Objective): Profile {
  const { durations, distances, costs } = matrices;
  const lengths = objective === 'distance' ? distances : (costs ?? distances);
  const size = durations.length + 1;
  const out = new Float64Array(2 * size * size);
  let into = new Float64Array(2 * size * size);
  for (let i = 0; i < size - 1; i++) {
    const times = durations[i]!;
    const row = lengths?.[i];
    for (let j = 0; j < size - 1; j++) {
      const [there, back] = [2 * (i * size + j), 2 * (j * size + i)];
      out[there] = into[back] = times[j]!;
      out[there + 1] = into[back + 1] = row?.[j] ?? 0;
    }
  }
  // When both directions are equal, one shared array leaves the processor's caches more room.
  if (into.every((one, i) => one === out[i])) into = out;
  return { out, into };
}
