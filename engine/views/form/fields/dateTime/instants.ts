/** Instants as day and time in the zone in which the instance shows them. */
import type { Formats } from '../../../../data/format.ts';

export interface DayTime {
  day: string;
  time: string;
}

export function toDayTime(formats: Formats, instant: string, seconds: boolean): DayTime | undefined {
  const parts = formats.instantParts(instant);
  if (!parts) return undefined;
  const { year, month, day, hour, minute, second } = parts;
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}${seconds ? `:${second}` : ''}` };
}

/**
 * The instant at which clocks of the zone show this day and time. The offset is looked up at a first guess and
 * once more at the second, which stands on the right side of a change of the clocks.
 */
export function toInstant(formats: Formats, { day, time }: DayTime): string {
  const wanted = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`);
  let guess = wanted;
  for (let turn = 0; turn < 2; turn++) guess += wanted - shownAt(formats, guess);
  return new Date(guess).toISOString().replace('.000Z', 'Z');
}

/** What the clocks of the zone show at an instant, as if it were in UTC. */
function shownAt(formats: Formats, instant: number): number {
  const { year, month, day, hour, minute, second } = formats.instantParts(instant)!;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
