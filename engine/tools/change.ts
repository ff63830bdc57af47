/** A difference between two states of a project, in terms of the screen language. */
export interface Change {
  kind: 'widened' | 'narrowed' | 'removed' | 'added' | 'changed';
  /** File of the change; for something removed, the file in the old state. */
  file: string;
  /** JSON pointer in the file. */
  pointer: string;
  /** What the change belongs to: `book.loans`, `operation loanPaging`, `text loan.title`. */
  of: string;
  /** The change: `column "balance" added`. */
  text: string;
}

/** In the order of importance for a reviewer: wider access comes first. */
const KINDS: Change['kind'][] = ['widened', 'narrowed', 'removed', 'added', 'changed'];
const MARKS: Record<Change['kind'], string> = {
  widened: '!',
  narrowed: '!',
  removed: '-',
  added: '+',
  changed: '~',
};

export function inOrder(changes: readonly Change[]): Change[] {
  return changes.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

export function formatChange({ kind, of, text }: Change): string {
  return `${MARKS[kind]} ${of}: ${text}`;
}

/** Formats a value for quoting in a sentence. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
