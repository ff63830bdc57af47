/**
 * Lanes: a job kind belongs to one lane, and a job waits only for jobs of its own lane. A solver that takes ten minutes
 * delays no report.
 */
import type { JobKind } from './define.ts';

export interface Lane {
  /** Jobs of the lane that one server runs at the same time. */
  slots: number;
  /** Jobs of the lane that one instance may have running on all servers together. */
  perInstance: number;
}

/** Lanes of the product. A heavy job needs a processor core, so heavy lanes have few slots. */
export const LANES: Readonly<Record<string, Lane>> = {
  light: { slots: 3, perInstance: 2 },
  heavy: { slots: 1, perInstance: 1 },
  import: { slots: 1, perInstance: 1 },
  solver: { slots: 1, perInstance: 1 },
  report: { slots: 2, perInstance: 1 },
};

/**
 * Returns the lanes, changed by a setting: `heavy=2/1,import=2/2` is `LANE=SLOTS/PER_INSTANCE`. Throws an error for any
 * other format.
 *
 * @example
 * readLanes('heavy=2/1').heavy; // { slots: 2, perInstance: 1 }
 */
export function readLanes(text: string): Readonly<Record<string, Lane>> {
  const lanes: Record<string, Lane> = { ...LANES };
  for (const part of text.split(',').map((one) => one.trim())) {
    const [, name = '', slots, perInstance] = /^(\w+)=([1-9]\d?)\/([1-9]\d?)$/.exec(part) ?? [];
    if (!Object.hasOwn(LANES, name))
      throw new Error(
        `holds "${part}"; a part is LANE=SLOTS/PER_INSTANCE, LANE one of ${Object.keys(LANES).join(', ')}`,
      );
    lanes[name] = { slots: Number(slots), perInstance: Number(perInstance) };
  }
  return lanes;
}

/** Returns the lane of a kind; `heavy` or `light` if it names none. */
export function laneOf({ lane, heavy }: Pick<JobKind, 'lane' | 'heavy'>): string {
  return lane ?? (heavy === undefined ? 'light' : 'heavy');
}

/** Throws when a kind belongs to an unknown lane: its jobs would wait forever. */
export function requireLanes(kinds: readonly JobKind[], lanes: Readonly<Record<string, Lane>>): void {
  const unknown = kinds.filter((kind) => !lanes[laneOf(kind)]);
  if (unknown.length === 0) return;
  const list = unknown.map((kind) => `${kind.kind} is in the lane ${laneOf(kind)}`).join('; ');
  throw new Error(`Jobs without a lane: ${list}. Lanes are ${Object.keys(lanes).join(', ')}`);
}
