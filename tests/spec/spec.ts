/**
 * Cites the specification inside the test that proves it: `spec('V-060')`, `spec('GET contract/paging')`. It counts
 * only when that test passes; `npm run spec:coverage` reads the citations out of the runners' reports.
 */
import { KNOWN } from './inventory.ts';

type Note = (ids: readonly string[]) => void;

/** Where Vitest stores the citations of a test: in the test's `meta`, which its JSON report contains. */
export interface Cited {
  spec?: string[];
}

const note: Note = process.env.VITEST ? await inVitest() : await inPlaywright();

/**
 * Ids of rules, behaviours, messages, constants and state machines, or names of calls, dictionaries, routes, widgets
 * and filters, as tests/spec/inventory.json spells them. Call it in the body of a test. Throws at an unknown one.
 */
export function spec(...ids: string[]): void {
  const unknown = ids.filter((id) => !KNOWN.has(id));
  if (unknown.length) throw new Error(`inventory.json does not have ${unknown.join(', ')}`);
  note(ids);
}

async function inVitest(): Promise<Note> {
  const { TestRunner } = await import('vitest');
  return (ids) => {
    const test = TestRunner.getCurrentTest();
    if (!test) throw new Error(`spec(${ids.join(', ')}) stands outside of a test`);
    const meta = test.meta as Cited;
    meta.spec = [...(meta.spec ?? []), ...ids];
  };
}

async function inPlaywright(): Promise<Note> {
  const { test } = await import('@playwright/test');
  return (ids) => {
    for (const description of ids) test.info().annotations.push({ type: 'spec', description });
  };
}
