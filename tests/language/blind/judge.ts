/** The outcome of a fault: whether it is reported, and where. */
import type { Diagnostic, Subject } from './compile.ts';
import { lineOf } from './edit.ts';
import { textsOf, type Fault } from './faults.ts';

/**
 * `placed`: at its place; `told`: in its file; `elsewhere`: only by an error in another file, so that the author must
 * find the cause; `threw`: an exception of the compiler.
 */
export type Outcome = 'placed' | 'told' | 'elsewhere' | 'missed' | 'threw';

export interface Verdict {
  fault: Fault;
  outcome: Outcome;
  /** What was reported, or the exception. */
  said: string[];
}

/** A message this many lines away from its place still points the author to it. */
const NEAR = 3;

/** Files in which a message about the fault counts. */
export const filesOf = (fault: Fault): string[] => [
  ...new Set([fault.file, ...Object.keys(fault.also), ...fault.places.map(({ file }) => file)]),
];

/** Verdicts of faults that are compiled together; no two of them share a file. */
export function judge(subject: Subject, faults: readonly Fault[]): Verdict[] {
  const texts = new Map(faults.flatMap((fault) => [...textsOf(fault, (file) => subject.textOf(file))]));
  let diagnostics: Diagnostic[];
  try {
    diagnostics = subject.compile(texts);
  } catch (error) {
    const said = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
    return faults.map((fault) => ({ fault, outcome: 'threw', said }));
  }
  const textOf = (file: string): string => texts.get(file) ?? subject.textOf(file);
  return faults.map((fault) => verdict(fault, diagnostics, textOf));
}

function verdict(
  fault: Fault,
  diagnostics: readonly Diagnostic[],
  textOf: (file: string) => string,
): Verdict {
  const files = filesOf(fault);
  const about = diagnostics.filter(({ file }) => files.includes(file));
  const near = ({ file, line, pointer }: Diagnostic): boolean =>
    fault.places.some(
      (place) =>
        place.file === file &&
        (place.at === pointer || Math.abs(line - lineOf(textOf(file), place.at)) <= NEAR),
    );
  if (about.length > 0)
    return { fault, outcome: about.some(near) ? 'placed' : 'told', said: about.map(shown) };
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return { fault, outcome: errors.length > 0 ? 'elsewhere' : 'missed', said: errors.map(shown) };
}

const shown = ({ file, line, pointer, code, message, severity }: Diagnostic): string =>
  `${severity} ${file}:${line} ${pointer} ${code} ${message}`;
