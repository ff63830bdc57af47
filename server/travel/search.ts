/** Shortest ways by time in the road graph, by Dijkstra's algorithm on typed arrays. */
import FlatQueue from 'flatqueue';
import { ONEWAY } from '../roads/classes.ts';
import type { RoadGraph } from '../roads/graph.ts';
import type { Snap } from './snap.ts';

/** From one point of the roads to another. */
export interface Leg {
  seconds: number;
  metres: number;
}

const NOWHERE: Leg = { seconds: Infinity, metres: Infinity };

/** The ways from one point of the roads. Its arrays are reused for the next point. */
export class Search {
  readonly #seconds: Float64Array;
  readonly #metres: Float64Array;
  /** The edge by which a node is reached, and the node before; -1: the first node. */
  readonly #edge: Int32Array;
  readonly #before: Int32Array;
  readonly #queue = new FlatQueue<number>();
  #from: Snap | undefined;

  constructor(
    readonly graph: RoadGraph,
    readonly costs: Float64Array,
  ) {
    const count = graph.nodeX.length;
    this.#seconds = new Float64Array(count);
    this.#metres = new Float64Array(count);
    this.#edge = new Int32Array(count);
    this.#before = new Int32Array(count);
  }

  /** Finds the ways from a point until both ends of the edges of all targets are reached, or all that can be. */
  run(from: Snap, targets: readonly Snap[]): void {
    const { graph } = this;
    this.#from = from;
    this.#seconds.fill(Infinity);
    this.#queue.clear();
    const wanted = new Set(targets.flatMap(({ edge }) => [graph.edgeFrom[edge]!, graph.edgeTo[edge]!]));
    const [cost, length] = [this.costs[from.edge]!, graph.edgeMetres[from.edge]!];
    const rest = 1 - from.part;
    this.#offer(graph.edgeTo[from.edge]!, rest * cost, rest * length, from.edge, -1);
    if (!(graph.edgeFlags[from.edge]! & ONEWAY)) {
      this.#offer(graph.edgeFrom[from.edge]!, from.part * cost, from.part * length, from.edge, -1);
    }
    while (this.#queue.length > 0 && wanted.size > 0) {
      const seconds = this.#queue.peekValue()!;
      const node = this.#queue.pop()!;
      if (seconds > this.#seconds[node]!) continue;
      wanted.delete(node);
      this.#expand(node, seconds);
    }
  }

  /** Returns time and length to a target of the last run. */
  leg(to: Snap): Leg {
    const end = this.#endOf(to);
    return end ? { seconds: end.seconds, metres: end.metres } : NOWHERE;
  }

  /** Returns the nodes on the way to a target, in order; none: both are on one edge. Undefined: no way. */
  nodes(to: Snap): number[] | undefined {
    const end = this.#endOf(to);
    if (!end) return undefined;
    const nodes: number[] = [];
    for (let { node } = end; node >= 0; node = this.#before[node]!) nodes.push(node);
    return nodes.reverse();
  }

  #expand(node: number, seconds: number): void {
    const { firstArc, arcHead, arcEdge, edgeMetres } = this.graph;
    const metres = this.#metres[node]!;
    for (let arc = firstArc[node]!; arc < firstArc[node + 1]!; arc += 1) {
      const edge = arcEdge[arc]!;
      this.#offer(arcHead[arc]!, seconds + this.costs[edge]!, metres + edgeMetres[edge]!, edge, node);
    }
  }

  #offer(node: number, seconds: number, metres: number, edge: number, before: number): void {
    if (seconds >= this.#seconds[node]!) return;
    this.#seconds[node] = seconds;
    this.#metres[node] = metres;
    this.#edge[node] = edge;
    this.#before[node] = before;
    this.#queue.push(node, seconds);
  }

  /** Returns the quickest of: along the edge of both, in by its start, in by its end. `node`: the last one, or -1. */
  #endOf(to: Snap): (Leg & { node: number }) | undefined {
    const { graph } = this;
    const [cost, length] = [this.costs[to.edge]!, graph.edgeMetres[to.edge]!];
    const both = !(graph.edgeFlags[to.edge]! & ONEWAY);
    const by = (node: number, part: number) => ({
      node,
      seconds: this.#seconds[node]! + part * cost,
      metres: this.#metres[node]! + part * length,
    });
    const ends = [by(graph.edgeFrom[to.edge]!, to.part)];
    if (both) ends.push(by(graph.edgeTo[to.edge]!, 1 - to.part));
    const ahead = to.part - (this.#from?.part ?? 0);
    if (this.#from?.edge === to.edge && (ahead >= 0 || both)) {
      ends.push({ node: -1, seconds: Math.abs(ahead) * cost, metres: Math.abs(ahead) * length });
    }
    const best = ends.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    return Number.isFinite(best.seconds) ? best : undefined;
  }
}
