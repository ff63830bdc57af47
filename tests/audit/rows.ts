/** The rows of docs/quality.md: what is promised, and where this run says what was reached. */
import { holds, shown, type Figure } from '../bench/figures.ts';
import type { TestResult } from '../spec/reports.ts';

export interface Evidence {
  figures: readonly Figure[];
  /** Undefined when the tests were not run. */
  tests: readonly TestResult[] | undefined;
  /** What the tests printed. */
  printed: string;
}

export interface Answer {
  /** Undefined: measured, but less than what is promised was looked at. */
  ok: boolean | undefined;
  reached: string;
}

export interface Row {
  what: string;
  goal: string;
  /** Absent: not measured in this version. Undefined: not in this run. */
  reached?(evidence: Evidence): Answer | undefined;
}

const bench =
  (...rows: string[]) =>
  ({ figures }: Evidence): Answer | undefined => {
    const found = figures.filter(({ row }) => rows.includes(row));
    if (!found.length) return undefined;
    const text = found.map((one) => (found.length > 1 ? `${nameOf(one)} ${shown(one)}` : shown(one)));
    return { ok: found.every(holds), reached: text.join('; ') };
  };

const nameOf = ({ what }: Figure) => what.replace(/^.*: /, '').replace(/,.*/, '');

/** All tests of some files passed; `partly` says what the promise asks for beyond them. */
const tests =
  (files: RegExp, names: RegExp = /./, partly?: string) =>
  ({ tests: all }: Evidence): Answer | undefined => {
    const found = all?.filter(({ file, name }) => files.test(file) && names.test(name));
    if (!found?.length) return undefined;
    const failed = found.filter(({ ok }) => !ok).length;
    const reached = `${found.length - failed} of ${found.length} tests${partly ? `; ${partly}` : ''}`;
    return { ok: failed ? false : partly ? undefined : true, reached };
  };

const slips = ({ printed, tests: all }: Evidence): Answer | undefined => {
  const rates = [...printed.matchAll(/(\d+) slips, (?:([\d.]+) %|(\d+)) told rightly/g)];
  if (!rates.length || !all) return undefined;
  const each = rates.map(([, of, percent, told]) => Number(percent ?? (100 * Number(told)) / Number(of)));
  const text = rates.map(([, of], i) => `${each[i]!.toFixed(1)} % of ${of}`).join(', ');
  return { ok: each.every((rate) => rate >= 95), reached: text };
};

export const ROWS: Row[] = [
  {
    what: 'First list screen, cold visit: script transferred, headers included',
    goal: '≤ 170 KB gzip',
    reached: bench('transfer'),
  },
  {
    what: 'The same: time to first row, against a page written by hand',
    goal: '≤ 1.5 ×',
    reached: bench('firstRow'),
  },
  { what: 'The same: next page', goal: '≤ 1.5 ×', reached: bench('nextPage') },
  {
    what: 'Form of 200 fields: script time a keystroke, against one written by hand',
    goal: '≤ 1.5 ×',
    reached: bench('form200'),
  },
  {
    what: 'Form of 1,000 fields',
    goal: 'keystroke ≤ 1.5 ×, mount ≤ 1 ×, submit with 399 errors ≤ 3 ×',
    reached: bench('form1000'),
  },
  {
    what: 'Table of 10,000 rows in the browser',
    goal: 'mount ≤ 2 ×, sort ≤ 1.5 ×, scroll without a dropped frame',
  },
  { what: 'Check of all screens on the command line', goal: '≤ 2 s for 150', reached: bench('check') },
  {
    what: 'Server with 1,000,000 contracts: a filtered, sorted page at 100 requests a second',
    goal: 'p95 ≤ 50 ms',
  },
  {
    what: 'Mutated configs rendered for real',
    goal: '≥ 5,000: no blank page, no uncaught error',
  },
  {
    what: 'Typical slips of an author, told at their place before the browser',
    goal: '≥ 95 %',
    reached: slips,
  },
  {
    what: 'Permission × operation × route',
    goal: 'no difference from the table; a forged client gains nothing',
    reached: tests(/server\/access|e2e\/access|tests\/access/),
  },
  {
    what: 'API fuzz from the API files',
    goal: 'no 5xx, no reply outside its schema',
    reached: tests(/server\/fuzz/),
  },
  {
    what: '`kill -9` of the server in the middle of writes',
    goal: '≥ 50 times: no acknowledged write lost',
    reached: tests(/server\/database/, /taken over when the server was killed/, '1 kill of 50'),
  },
  {
    what: 'Two editors of one record',
    goal: 'no lost update; the second is shown what changed',
    reached: tests(/e2e\/stale|form\/merge/),
  },
  {
    what: 'Live channel cut 500 times',
    goal: 'always back, nothing lost or doubled',
  },
  {
    what: 'Accessibility (axe, WCAG 2.2 AA), every screen and dialog, both themes, languages and widths',
    goal: 'no violation',
    reached: tests(/e2e\/looks/),
  },
  {
    what: "Content policy `script-src 'self'`, no eval: whole browser run without a fault in the console",
    goal: 'no violation',
    reached: tests(/e2e\//),
  },
];
