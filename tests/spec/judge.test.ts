import { expect, it } from 'vitest';
import { citations } from './citations.ts';
import { countOf, faultsOf, provedBy } from './judge.ts';
import type { TestResult } from './reports.ts';
import { spec, type Cited } from './spec.ts';

const result = (cites: string[], ok = true, seen: string[] = []): TestResult => ({
  runner: 'unit',
  file: 'tests/x.test.ts',
  name: 'x',
  ok,
  cites,
  seen,
});
const at = 'tests/x.test.ts:1';

it('an id counts by a test that passed, a part also by a page that showed it', () => {
  const proved = provedBy([result(['V-001']), result(['V-002'], false), result([], true, ['table view'])]);
  expect([...proved].toSorted()).toEqual(['V-001', 'table view']);
  const count = countOf('rules', ['V-001', 'V-002', 'B-226'], (id) => proved.has(id));
  expect(count).toEqual({ name: 'rules', total: 2, proved: ['V-001'], missing: ['V-002'], left: ['B-226'] });
});

it('a citation that nothing proves is an error, at its line', () => {
  expect(faultsOf([result(['V-001'], false)], [{ id: 'V-001', at }])).toEqual([
    `${at} cites V-001, but no test that passed proves it`,
  ]);
  expect(faultsOf([result(['V-001'], false), result(['V-001'])], [{ id: 'V-001', at }])).toEqual([]);
});

it('so is one that the inventory lacks, and one that cannot apply', () => {
  expect(faultsOf([], [{ id: 'V-999', at }])).toEqual([
    `${at} cites V-999, which inventory.json does not have`,
  ]);
  expect(faultsOf([result(['B-226'])], [{ id: 'B-226', at }])).toEqual([
    `${at} cites B-226, which map.json says cannot apply`,
  ]);
});

it('citations are found in the sources with their lines', () => {
  const found = citations().filter(({ at: place }) => place.startsWith('tests/views/date-input.test.ts:'));
  expect(found.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['V-008', 'V-009', 'V-010', 'V-011', 'V-012', 'V-013', 'V-014']),
  );
});

it('citations of a test are in its report', ({ task }) => {
  const cite = spec;
  cite('V-010');
  expect((task.meta as Cited).spec).toEqual(['V-010']);
  delete (task.meta as Cited).spec;
  expect(() => cite('GET nothing')).toThrow('inventory.json does not have GET nothing');
  expect(task.meta).not.toHaveProperty('spec');
});
