/** What became another between two states of a project, in words of the language. */
export interface Change {
  kind: 'widened' | 'narrowed' | 'removed' | 'added' | 'changed';
  /** The file in which it stands: of the state before, if it was removed. */
  file: string;
  /** JSON pointer in the file. */
  pointer: string;
  /** What it belongs to: `book.loans`, `operation loanPaging`, `text loan.title`. */
  of: string;
  /** What happened to it: `column "balance" added`. */
  text: string;
}

/** In the order in which a reviewer wants to read: who gets in where nobody did comes first. */
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

/** A value as a sentence quotes it. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
