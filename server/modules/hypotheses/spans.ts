/** A shift as spans of time: from stop to stop, at each of them, and what is left of it. */

interface Route {
  start_time: Date;
  finish_time: Date;
  /** Of the virtual unit; null once it is gone. */
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
  /** The stop, or the one that is driven to. */
  label: string | null;
}

const AT = { TASK: 'SERVICE', UNLOADING: 'UNLOAD', BREAK: 'BREAK' } as const;

/** Spans in their order, which follow each other without gaps; those without a second are left out. */
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
