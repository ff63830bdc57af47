/** What the last run of the tests proves of the specification, and errors in the citations. */
import { citations, type Citation } from './citations.ts';
import { inventory, KNOWN, nameMap } from './inventory.ts';
import type { TestResult } from './reports.ts';

export interface Count {
  name: string;
  total: number;
  /** Ids cited by a test that passed. */
  proved: string[];
  missing: string[];
  /** Ids that cannot apply; they count neither way. */
  left: string[];
}

export function provedBy(results: readonly TestResult[]): Set<string> {
  const passed = results.filter(({ ok }) => ok);
  const seen = new Set(passed.flatMap((result) => result.seen));
  const parts = { ...nameMap.widgets, ...nameMap.filterFieldKinds };
  return new Set([
    ...passed.flatMap(({ cites }) => cites),
    ...Object.keys(parts).filter((name) => seen.has(name)),
  ]);
}

export function countOf(name: string, ids: readonly string[], proves: (id: string) => boolean): Count {
  const left = ids.filter((id) => id in nameMap.doesNotApply);
  const applicable = ids.filter((id) => !(id in nameMap.doesNotApply));
  return {
    name,
    total: applicable.length,
    proved: applicable.filter(proves),
    missing: applicable.filter((id) => !proves(id)),
    left,
  };
}

/** A count by a key of each: calls by section, routes by area. */
export function countsBy<T>(
  items: readonly T[],
  word: (item: T) => string,
  id: (item: T) => string,
  proves: (id: string) => boolean,
): Count[] {
  const words = [...new Set(items.map(word))].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return words.map((one) => countOf(one, items.filter((item) => word(item) === one).map(id), proves));
}

export const sectionOf = ({ section }: { section: string }) =>
  `${nameMap.callSections[section] ?? '7'} ${section}`;

/** Sentences; empty when there is no error. `cited` are the citations in the sources. */
export function faultsOf(results: readonly TestResult[], cited: readonly Citation[] = citations()): string[] {
  const proved = provedBy(results);
  const faults = cited.flatMap(({ id, at }) => {
    if (!KNOWN.has(id)) return [`${at} cites ${id}, which inventory.json does not have`];
    if (id in nameMap.doesNotApply) return [`${at} cites ${id}, which map.json says cannot apply`];
    if (!proved.has(id)) return [`${at} cites ${id}, but no test that passed proves it`];
    return [];
  });
  const unknown = Object.keys(nameMap.doesNotApply).filter(
    (id) => !KNOWN.has(id) && !inventory.messageKeys.includes(id),
  );
  const sections = inventory.calls.filter(({ section }) => !(section in nameMap.callSections));
  return [
    ...new Set([
      ...faults,
      ...unknown.map((id) => `map.json leaves out ${id}, which inventory.json does not have`),
      ...sections.map(({ section }) => `map.json names no section of calls.md for “${section}”`),
    ]),
  ];
}
