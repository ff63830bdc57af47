/** Nodes of the model: jobs first, then those of each vehicle. */
import { BREAK, END, JOB, REST, UNLOADING, type Nodes } from './model.ts';
import type { Problem, TimeWindow, Vehicle } from './problem.ts';

interface Node {
  kind: number;
  location: number;
  service: number;
  windows: readonly TimeWindow[];
  source: number;
}

/** Nodes of a vehicle. */
export interface Own {
  start: number;
  end: number;
  unloadings: Int32Array;
  breaks: Int32Array;
  rest: number;
}

const ALWAYS: readonly TimeWindow[] = [[0, Infinity]];
const windowsOf = (windows: readonly TimeWindow[] | undefined): readonly TimeWindow[] =>
  windows?.length ? windows.toSorted((a, b) => a[0] - b[0]) : ALWAYS;

/** Returns all nodes, and those of each vehicle. `nowhere` is the location of open starts and ends. */
export function nodesOf(problem: Problem, nowhere: number): { nodes: Nodes; own: Own[] } {
  const list: Node[] = problem.jobs.map((job, source) => ({
    kind: JOB,
    location: job.location_index,
    service: job.service ?? 0,
    windows: windowsOf(job.time_windows),
    source,
  }));
  const add = (node: Node) => list.push(node) - 1;
  const own = problem.vehicles.map((vehicle) => ownNodes(problem, vehicle, nowhere, add));
  return { nodes: packed(list), own };
}

function ownNodes(problem: Problem, vehicle: Vehicle, nowhere: number, add: (node: Node) => number): Own {
  const shift = [vehicle.time_window ?? [0, Infinity]] as const;
  const end = (index: number | undefined) =>
    add({ kind: END, location: index ?? nowhere, service: 0, windows: shift, source: -1 });
  const places = problem.unloadings ?? [];
  const unloadings = (vehicle.unloading_ids ?? []).map((id) => {
    const source = places.findIndex((place) => place.id === id);
    const place = places[source]!;
    const service = vehicle.unloading_service ?? place.service ?? 0;
    const windows = windowsOf(place.time_windows);
    return add({ kind: UNLOADING, location: place.location_index, service, windows, source });
  });
  const breaks = (vehicle.breaks ?? []).map(({ service = 0, time_windows }, source) =>
    add({ kind: BREAK, location: -1, service, windows: windowsOf(time_windows), source }),
  );
  const rule = vehicle.driving_break;
  const rest = rule
    ? add({ kind: REST, location: -1, service: rule.duration, windows: ALWAYS, source: -1 })
    : -1;
  return {
    start: end(vehicle.start_index),
    end: end(vehicle.end_index),
    unloadings: Int32Array.from(unloadings),
    breaks: Int32Array.from(breaks),
    rest,
  };
}

function packed(list: readonly Node[]): Nodes {
  return {
    kind: Uint8Array.from(list, ({ kind }) => kind),
    location: Int32Array.from(list, ({ location }) => location),
    service: Float64Array.from(list, ({ service }) => service),
    open: Float64Array.from(list, ({ windows }) => windows[0]![0]),
    close: Float64Array.from(list, ({ windows }) => windows.at(-1)![1]),
    windows: list.map(({ windows }) => (windows.length > 1 ? Float64Array.from(windows.flat()) : undefined)),
    source: Int32Array.from(list, ({ source }) => source),
  };
}
