/** Provides street names of a town, each once. */
import type { Random } from '../../core/random.ts';
import { ADJECTIVES, AFTER, AVENUES, feminine, INDUSTRIAL } from './words.ts';

export type NameKind = 'avenue' | 'street' | 'lane' | 'industrial';

export class StreetNames {
  readonly #left: Record<NameKind, Generator<string>>;

  constructor(random: Random) {
    const streets = shuffled(random, [
      ...ADJECTIVES.map((word) => `ул. ${feminine(word)}`),
      ...AFTER.map(of),
    ]);
    const again = shuffled(random, ADJECTIVES);
    const lanes = shuffled(random, ADJECTIVES);
    this.#left = {
      avenue: inTurn(shuffled(random, AVENUES), () => this.next('street')),
      street: inTurn(
        [...streets, ...[1, 2, 3].flatMap((n) => again.map((word) => `ул. ${n}-я ${feminine(word)}`))],
        (n) => `ул. ${n}-я Новая`,
      ),
      lane: inTurn(
        [
          ...lanes.map((word) => `пер. ${word}`),
          ...lanes.map((word) => `пр-д ${word}`),
          ...[1, 2, 3].flatMap((n) => lanes.map((word) => `пер. ${n}-й ${word}`)),
        ],
        (n) => `пер. ${n}-й Новый`,
      ),
      industrial: inTurn(shuffled(random, INDUSTRIAL), () => this.next('street')),
    };
  }

  /** Returns an unused name. */
  next(kind: NameKind): string {
    return this.#left[kind].next().value as string;
  }
}

const of = (whom: string) => `ул. ${whom}`;

/** Yields the names in order, then numbered ones without end. */
function* inTurn(names: readonly string[], numbered: (n: number) => string): Generator<string> {
  yield* names;
  for (let n = 1; ; n += 1) yield numbered(n);
}

/** Returns a copy in random order. */
export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const copy = [...list];
  for (let i = copy.length - 1; i > 0; i -= 1) {
    const j = random.int(0, i);
    [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
  }
  return copy;
}
