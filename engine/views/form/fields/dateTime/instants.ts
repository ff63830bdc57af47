/** Conversion of instants to day and time in the instance's time zone. */
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
 * The instant of this day and time in the zone. The offset is looked up for a first guess and
 * again for the corrected one, which is on the right side of a clock change.
 */
export function toInstant(formats: Formats, { day, time }: DayTime): string {
  const wanted = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`);
  let guess = wanted;
  for (let turn = 0; turn < 2; turn++) guess += wanted - shownAt(formats, guess);
  return new Date(guess).toISOString().replace('.000Z', 'Z');
}

/** The local time of the zone at an instant, as if it were UTC. */
function shownAt(formats: Formats, instant: number): number {
  const { year, month, day, hour, minute, second } = formats.instantParts(instant)!;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
