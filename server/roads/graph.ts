/** Roads as a graph in typed arrays: nodes, edges between them, and the directed arcs from each node. */
import Flatbush from 'flatbush';
import { BRIDGE, classNumber, FERRY, ONEWAY, SPEEDS, TOLL, TOLL_SPEED } from './classes.ts';
import type { Way } from './town/types.ts';

/** Edges are straight; where roads bend there is a node. */
export interface RoadGraph {
  /** Metres on the plane of the town. */
  nodeX: Float64Array;
  nodeY: Float64Array;
  edgeFrom: Int32Array;
  edgeTo: Int32Array;
  edgeMetres: Float32Array;
  /** Seconds without traffic. */
  edgeSeconds: Float32Array;
  /** Position in `ROAD_CLASSES`. */
  edgeClass: Uint8Array;
  /** ONEWAY, TOLL, BRIDGE, FERRY. */
  edgeFlags: Uint8Array;
  /** Index of the way; edges of a way are consecutive. */
  edgeWay: Int32Array;
  /** The arcs from node n are firstArc[n] to firstArc[n + 1]. */
  firstArc: Int32Array;
  arcHead: Int32Array;
  arcEdge: Int32Array;
  /** The edges by their bounding boxes. */
  index: Flatbush;
}

/** Makes the graph of ways; edges that are not part of its strongly connected component are left out. */
export function graphOf(xs: readonly number[], ys: readonly number[], ways: readonly Way[]): RoadGraph {
  const nodeX = Float64Array.from(xs);
  const nodeY = Float64Array.from(ys);
  const edges = strongEdges(edgesOf(ways), nodeX.length);
  const { from, to, way, flags } = edges;
  const count = from.length;
  const edgeMetres = new Float32Array(count);
  const edgeSeconds = new Float32Array(count);
  const edgeClass = new Uint8Array(count);
  const index = new Flatbush(count);
  for (let e = 0; e < count; e += 1) {
    const { roadClass } = ways[way[e]!]!;
    const [x1, y1, x2, y2] = [nodeX[from[e]!]!, nodeY[from[e]!]!, nodeX[to[e]!]!, nodeY[to[e]!]!];
    const kmh = flags[e]! & TOLL ? TOLL_SPEED : SPEEDS[roadClass];
    edgeClass[e] = classNumber(roadClass);
    edgeMetres[e] = Math.hypot(x2 - x1, y2 - y1);
    edgeSeconds[e] = (edgeMetres[e]! * 3.6) / kmh;
    index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
  }
  index.finish();
  const named = { edgeFrom: from, edgeTo: to, edgeWay: way, edgeFlags: flags };
  return {
    nodeX,
    nodeY,
    ...named,
    edgeMetres,
    edgeSeconds,
    edgeClass,
    index,
    ...arcsOf(nodeX.length, edges),
  };
}

/** Returns both ends of an edge in metres. */
export const edgeLine = (graph: RoadGraph, edge: number) =>
  [
    graph.nodeX[graph.edgeFrom[edge]!]!,
    graph.nodeY[graph.edgeFrom[edge]!]!,
    graph.nodeX[graph.edgeTo[edge]!]!,
    graph.nodeY[graph.edgeTo[edge]!]!,
  ] as const;

/** The edges column by column. */
interface Edges {
  from: Int32Array;
  to: Int32Array;
  way: Int32Array;
  flags: Uint8Array;
}

const flagsOf = ({ oneway, toll, bridge, roadClass }: Way) =>
  (oneway ? ONEWAY : 0) | (toll ? TOLL : 0) | (bridge ? BRIDGE : 0) | (roadClass === 'ferry' ? FERRY : 0);

const emptyEdges = (count: number): Edges => ({
  from: new Int32Array(count),
  to: new Int32Array(count),
  way: new Int32Array(count),
  flags: new Uint8Array(count),
});

function edgesOf(ways: readonly Way[]): Edges {
  const edges = emptyEdges(ways.reduce((sum, { nodes }) => sum + nodes.length - 1, 0));
  let e = 0;
  for (const [number, way] of ways.entries()) {
    const flags = flagsOf(way);
    for (let i = 1; i < way.nodes.length; i += 1) {
      edges.from[e] = way.nodes[i - 1]!;
      edges.to[e] = way.nodes[i]!;
      edges.way[e] = number;
      edges.flags[e] = flags;
      e += 1;
    }
  }
  return edges;
}

type Arcs = Pick<RoadGraph, 'firstArc' | 'arcHead' | 'arcEdge'>;

function arcsOf(nodes: number, { from, to, flags }: Edges): Arcs {
  const firstArc = new Int32Array(nodes + 1);
  for (let e = 0; e < from.length; e += 1) {
    firstArc[from[e]! + 1]! += 1;
    if (!(flags[e]! & ONEWAY)) firstArc[to[e]! + 1]! += 1;
  }
  for (let n = 0; n < nodes; n += 1) firstArc[n + 1]! += firstArc[n]!;
  const next = firstArc.slice();
  const [arcHead, arcEdge] = [new Int32Array(firstArc[nodes]!), new Int32Array(firstArc[nodes]!)];
  const put = (tail: number, head: number, edge: number) => {
    const arc = next[tail]!;
    next[tail] = arc + 1;
    arcHead[arc] = head;
    arcEdge[arc] = edge;
  };
  for (let e = 0; e < from.length; e += 1) {
    put(from[e]!, to[e]!, e);
    if (!(flags[e]! & ONEWAY)) put(to[e]!, from[e]!, e);
  }
  return { firstArc, arcHead, arcEdge };
}

/** Returns the edges of the strongly connected component that contains the node with the most roads. */
function strongEdges(edges: Edges, nodes: number): Edges {
  const degree = new Int32Array(nodes);
  for (let e = 0; e < edges.from.length; e += 1) {
    degree[edges.from[e]!]! += 1;
    degree[edges.to[e]!]! += 1;
  }
  const start = degree.indexOf(degree.reduce((most, each) => Math.max(most, each), 0));
  const there = reached(nodes, start, arcsOf(nodes, edges));
  const back = reached(nodes, start, arcsOf(nodes, { ...edges, from: edges.to, to: edges.from }));
  const strong = (node: number) => there[node]! & back[node]!;
  const kept = Array.from(edges.from.keys()).filter((e) => strong(edges.from[e]!) && strong(edges.to[e]!));
  if (kept.length === edges.from.length) return edges;
  const rest = emptyEdges(kept.length);
  for (const [i, e] of kept.entries()) {
    rest.from[i] = edges.from[e]!;
    rest.to[i] = edges.to[e]!;
    rest.way[i] = edges.way[e]!;
    rest.flags[i] = edges.flags[e]!;
  }
  return rest;
}

function reached(nodes: number, start: number, { firstArc, arcHead }: Arcs): Uint8Array {
  const seen = new Uint8Array(nodes);
  const stack = [start];
  seen[start] = 1;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    for (let arc = firstArc[node]!; arc < firstArc[node + 1]!; arc += 1) {
      const head = arcHead[arc]!;
      if (seen[head]) continue;
      seen[head] = 1;
      stack.push(head);
    }
  }
  return seen;
}
