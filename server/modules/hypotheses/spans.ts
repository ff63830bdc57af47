/** A shift as time spans: driving between stops, the time at each stop, and unused time. */

interface Route {
  start_time: Date;
  finish_time: Date;
  /** Hours of the virtual unit; null once it has been deleted. */
  shift_begin: Date | null;
  shift_end: Date | null;
}

interface Halt {
  kind: string;
  arrival_time: Date;
  waiting_time: number;
  service_time: number;
  name: string | null;
}

export interface Span {
  kind: 'DRIVE' | 'SERVICE' | 'WAIT' | 'UNLOAD' | 'BREAK' | 'SLACK';
  begin: Date;
  end: Date;
  /** Name of the stop, or of the destination while driving. */
  label: string | null;
}

const AT = { TASK: 'SERVICE', UNLOADING: 'UNLOAD', BREAK: 'BREAK' } as const;

/** Returns the spans in order and without gaps; empty ones are left out. */
export function spansOf(route: Route, halts: readonly Halt[]): Span[] {
  const spans: Span[] = [];
  let now = route.shift_begin ?? route.start_time;
  const until = (end: Date, kind: Span['kind'], label: string | null) => {
    if (end > now) spans.push({ kind, begin: now, end, label });
    if (end > now) now = end;
  };
  until(route.start_time, 'SLACK', null);
  for (const { kind, arrival_time: arrival, waiting_time: waits, service_time: serves, name } of halts) {
    until(arrival, 'DRIVE', name);
    until(new Date(arrival.getTime() + waits * 1000), 'WAIT', name);
    until(new Date(arrival.getTime() + (waits + serves) * 1000), AT[kind as keyof typeof AT] ?? 'WAIT', name);
  }
  until(route.finish_time, 'DRIVE', null);
  if (route.shift_end) until(route.shift_end, 'SLACK', null);
  return spans;
}
