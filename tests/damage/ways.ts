/** Ways to damage a JSON document at one of its places, and a file in its text. */
import { slip } from '../language/mutate.ts';
import type { Random } from '../../server/core/random.ts';

export type Part = Record<string, unknown>;

/** A value with its container. The document itself is in a container with one property. */
export interface Place {
  pointer: string;
  holder: Part;
  key: string;
  value: unknown;
}

/** Changes a document in place; returns false where it does not apply. */
export type Way = (place: Place, random: Random, all: readonly Place[]) => boolean;

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every place of a document. */
export function placesOf(holder: Part, pointer = ''): Place[] {
  return Object.entries(holder).flatMap(([key, value]) => {
    const at = `${pointer}/${key}`;
    const below = typeof value === 'object' && value !== null ? placesOf(value as Part, at) : [];
    return [{ pointer: at, holder, key, value }, ...below];
  });
}

/** `__proto__` is a property like any other in a file. */
const put = (holder: Part, key: string, value: unknown): boolean =>
  Boolean(
    Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true }),
  );

const set = ({ holder, key }: Place, value: unknown): boolean => put(holder, key, value);

/** Names that every JavaScript object has, and texts with a special meaning somewhere. */
const ODD = [
  '__proto__', 'constructor', 'toString', 'hasOwnProperty', ' ', '.', '/', '/:', '/:a*/:b*', '${x}', '{{x', '{{}}',
  "'", 'a.b.c', 'a[', '*', '(', '[a-', '\u0000', '\ud83d\ude97', '<b>x</b>', 'javascript:alert(1)', 'NaN', '#/', '~2',
  'row.', 'true', 'Т', '-1', '1 +', 'a ? b',
]; // oxfmt-ignore

const NESTED = [30, 190, 400];
const nested = (value: unknown, levels: number, list: boolean): unknown => {
  let made = value;
  for (let level = 0; level < levels; level++) made = list ? [made] : { a: made };
  return made;
};

const KINDS: unknown[] = ['x', 7, 0.5, true, false, {}, { a: 1 }, [], ['x'], [null]];
const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);

/** An empty value of the same type. */
function emptied(value: unknown): unknown {
  if (typeof value === 'string') return '';
  if (typeof value === 'number') return 0;
  if (typeof value === 'boolean') return !value;
  return Array.isArray(value) ? [] : {};
}

function lengthened(value: unknown): unknown {
  if (typeof value === 'string') return value.padEnd(20_000, value || 'x');
  if (typeof value === 'number') return 1e21;
  if (Array.isArray(value)) return Array.from({ length: 300 }, (_, i): unknown => value[i % value.length]);
  const more = Array.from({ length: 300 }, (_, i) => [`n${i}`, value === null ? i : (value as Part)[0]]);
  return { ...(value as Part), ...Object.fromEntries(more) };
}

/** Replaces a list within its container. */
const list =
  (change: (items: unknown[]) => unknown[]): Way =>
  (place) =>
    Array.isArray(place.value) && place.value.length > 0 && set(place, change(place.value as unknown[]));

const copy = <T>(value: T): T => structuredClone(value);

export const WAYS: Record<string, Way> = {
  removed: ({ holder, key }) =>
    Array.isArray(holder) ? holder.splice(Number(key), 1).length > 0 : delete holder[key],
  'a property too many': ({ value }, random) =>
    isPart(value) && put(value, random.pick([...ODD, 'unknwn']), random.pick(KINDS)),
  'a property of another place': ({ value }, random, all) => {
    const { key, value: other } = random.pick(all);
    return isPart(value) && put(value, key, copy(other));
  },
  renamed: ({ holder, key }, random) => {
    if (Array.isArray(holder)) return false;
    const to = random.chance(0.3) ? random.pick(ODD) : slip(key, () => random.next());
    const entries = Object.entries(holder);
    for (const [name] of entries) delete holder[name];
    for (const [name, value] of entries) put(holder, name === key ? to : name, value);
    return true;
  },
  doubled: ({ holder, key, value }) =>
    Array.isArray(holder) && holder.splice(Number(key), 0, copy(value)).length === 0,
  'of another type': (place, random) =>
    set(place, random.pick(KINDS.filter((one) => kindOf(one) !== kindOf(place.value)))),
  null: (place) => set(place, null),
  empty: (place) => set(place, emptied(place.value)),
  'very long': (place) =>
    !(Array.isArray(place.value) && !place.value.length) && set(place, lengthened(place.value)),
  'very deep': (place, random) => set(place, nested(place.value, random.pick(NESTED), random.chance(0.5))),
  negative: (place) => set(place, typeof place.value === 'number' && place.value > 0 ? -place.value : -1),
  'an unknown name': (place, random) =>
    typeof place.value === 'string' &&
    set(
      place,
      slip(place.value, () => random.next()),
    ),
  'an odd text': (place, random) => set(place, random.pick(ODD)),
  swapped: (place, random, all) => {
    const other = random.pick(all);
    const within = [place.pointer, other.pointer].toSorted((a, b) => a.length - b.length);
    if (within[1]!.startsWith(within[0]!)) return false;
    return set(other, place.value) && set(place, other.value);
  },
  'a list emptied': list(() => []),
  'a list doubled': list((items) => [...items, ...copy(items)]),
  'a list reversed': list((items) => items.toReversed()),
};

const cutAt = (text: string, random: Random) => random.int(0, Math.max(0, text.length - 1));

/** Removes or changes one occurrence of one of these characters in a text. */
function atSign(text: string, signs: RegExp, random: Random, becomes: string): string {
  const found = [...text.matchAll(signs)];
  if (!found.length) return '';
  const { index } = random.pick(found);
  return text.slice(0, index) + becomes + text.slice(index + 1);
}

/** Damage that no editor makes: truncated text, flipped bytes, changes by a well-meaning tool. */
export const TEXTS: Record<string, (text: string, random: Random) => string> = {
  'cut in the middle': (text, random) => text.slice(0, cutAt(text, random)),
  'its head is gone': (text, random) => text.slice(cutAt(text, random)),
  'a byte flipped': (text, random) => {
    const bytes = Buffer.from(text);
    const at = random.int(0, bytes.length - 1);
    bytes[at] = bytes[at]! ^ (1 << random.int(0, 7));
    return bytes.toString('utf8');
  },
  'a bracket lost': (text, random) => atSign(text, /[[\]{}]/g, random, ''),
  'a bracket turned': (text, random) => atSign(text, /[[\]{}]/g, random, random.pick(['[', ']', '{', '}'])),
  'a quote lost': (text, random) => atSign(text, /"/g, random, ''),
  'a comma lost': (text, random) => atSign(text, /,/g, random, ''),
  'a comma too many': (text, random) => atSign(text, /,/g, random, ',,'),
  'a byte order mark': (text) => `\uFEFF${text}`,
  'CRLF lines': (text) => text.replaceAll('\n', '\r\n'),
  'UTF-16': (text) => Buffer.from(text, 'utf16le').toString('utf8'),
  'read as Latin-1': (text) => Buffer.from(text).toString('latin1'),
  'an empty file': () => '',
  'blanks alone': () => ' \n\t\n',
  'a key twice': (text, random) => {
    const lines = text.split('\n');
    const keyed = lines.flatMap((line, i) => (/^\s*"[^"]*": .*,$/.test(line) ? [i] : []));
    if (keyed.length) lines.splice(random.pick(keyed), 0, lines[random.pick(keyed)]!);
    return lines.join('\n');
  },
  'a comment': (text, random) => atSign(text, /\n/g, random, ' // remark\n'),
  'marks of a merge': (text, random) => atSign(text, /\n/g, random, '\n<<<<<<< HEAD\n=======\n>>>>>>> x\n'),
  'brackets without end': (text, random) => text.slice(0, cutAt(text, random)) + '['.repeat(100_000),
};
