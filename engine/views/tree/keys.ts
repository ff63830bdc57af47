/** Keyboard steps in a tree, after the WAI-ARIA pattern: arrows, Home, End, Enter, Space, first letters. */
import type { Line } from './lines.ts';

export type KeyStep =
  /** The focus moves to this line. */
  | { go: number }
  /** The line is opened or closed. */
  | { fold: Line }
  /** The line is activated (`act`) or selected (`choose`). */
  | { act: Line }
  | { choose: Line };

/** Letters typed within this time of one another, in milliseconds, form one search text. */
const PAUSE = 700;

export interface Typed {
  text: string;
  at: number;
}

export function stepFor(key: string, at: number, lines: readonly Line[]): KeyStep | undefined {
  const line = lines[at];
  if (!line) return undefined;
  const { node, open } = line;
  switch (key) {
    case 'ArrowDown':
      return { go: Math.min(at + 1, lines.length - 1) };
    case 'ArrowUp':
      return { go: Math.max(at - 1, 0) };
    case 'Home':
      return { go: 0 };
    case 'End':
      return { go: lines.length - 1 };
    case 'ArrowRight':
      if (node.state === 'leaf') return undefined;
      return open ? (lines[at + 1]?.node.parent === node ? { go: at + 1 } : undefined) : { fold: line };
    case 'ArrowLeft':
      if (open) return { fold: line };
      return node.parent ? { go: lines.findIndex((one) => one.node === node.parent) } : undefined;
    case 'Enter':
      return { act: line };
    case ' ':
      return { choose: line };
    default:
      return undefined;
  }
}

/** Moves the focus to the next line that begins with the typed text. */
export function typeAhead(
  key: string,
  now: number,
  before: Typed,
  at: number,
  lines: readonly Line[],
): { typed: Typed; go?: number } {
  const fresh = now - before.at > PAUSE;
  const text = (fresh ? '' : before.text) + key.toLowerCase();
  // The same letter repeated moves from one match to the next.
  const same = [...text].every((sign) => sign === text[0]);
  const wanted = same ? text[0]! : text;
  const from = same ? at + 1 : at;
  for (let i = 0; i < lines.length; i++) {
    const index = (from + i) % lines.length;
    if (lines[index]!.node.label.toLowerCase().startsWith(wanted))
      return { typed: { text, at: now }, go: index };
  }
  return { typed: { text, at: now } };
}
