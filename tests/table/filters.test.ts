/** What a filters bar stores in the address, and what it sends. */
import { loadEvaluator } from '../../engine/language/evaluate.ts';
import { describe, expect, it } from 'vitest';
import type { CompiledFilter } from '../../engine/language/compiled.ts';
import {
  defaultValues,
  filterArguments,
  filterPatch,
  readFilters,
  resetPatch,
  shownFilters,
  wrongPeriod,
} from '../../engine/views/filters/values.ts';

const filter = (type: CompiledFilter['type'], paramName: string, more: Partial<CompiledFilter> = {}) =>
  ({
    type,
    paramName,
    label: { const: paramName },
    disabled: false,
    width: 'medium',
    multiple: false,
    ...more,
  }) satisfies CompiledFilter;

const SCOPE = { today: '2026-03-01', input: { owner: 'c1' } };
const from = filter('dateBegin', 'from', { defaultValue: { path: ['today'] } });
const to = filter('dateEnd', 'to');
const statuses = filter('selectMany', 'statuses');
const query = filter('text', 'query');

/** Values after `set` on an address, as a reload would read them. */
function afterSetting(filters: CompiledFilter[], name: string, value: unknown, address = {}) {
  const defaults = defaultValues(filters, SCOPE);
  const patch = filterPatch(
    filters.find((f) => f.paramName === name)!,
    value,
    defaults,
  );
  const next = Object.fromEntries(
    Object.entries({ ...address, ...patch }).filter(([, v]) => v !== undefined),
  ) as Record<string, string>;
  return { address: next, values: readFilters(filters, next, defaults) };
}

describe('defaults', () => {
  it('apply while the address has no value', () =>
    expect(readFilters([from, to], {}, defaultValues([from, to], SCOPE))).toEqual({ from: '2026-03-01' }));

  it('are overridden by the address', () =>
    expect(readFilters([from], { 'f.from': '2025-01-01' }, defaultValues([from], SCOPE))).toEqual({
      from: '2025-01-01',
    }));

  it('stay cleared after a reload once they were cleared', () => {
    const { address, values } = afterSetting([from, to], 'from', null);
    expect(address).toEqual({ 'f.from': '' });
    expect(values).toEqual({});
  });

  it('are not written into the address when set manually to the same value', () =>
    expect(afterSetting([from], 'from', '2026-03-01', { 'f.from': '' }).address).toEqual({}));

  it('of a checkbox can be switched off', () => {
    const only = filter('checkbox', 'only', { defaultValue: { const: true } });
    const { address, values } = afterSetting([only], 'only', false);
    expect(address).toEqual({ 'f.only': '' });
    expect(filterArguments([only], values)).toEqual({});
  });

  it('come from the input of a dialog', () => {
    const owner = filter('component', 'customerId', { defaultValue: { path: ['input', 'owner'] } });
    expect(defaultValues([owner], SCOPE)).toEqual({ customerId: 'c1' });
  });
});

describe('address and back', () => {
  it.each([
    [statuses, ['ACTIVE', 'BLOCKED']],
    [filter('selectMany', 's', { possibleValues: [{ value: 1, label: { const: '1' } }] }), [1]],
    [filter('selectMany', 'odd'), ['a,b', 'c d', '%']],
    [filter('selectOne', 'n', { possibleValues: [{ value: true, label: { const: '1' } }] }), true],
    [query, 'Иванов, 5'],
    [filter('component', 'ids', { multiple: true }), ['id1', 'id2']],
    [filter('component', 'id'), 'id1'],
    [filter('inputDate', 'd'), '2026-01-02'],
    [filter('inputTime', 't'), '07:30'],
    [filter('checkbox', 'c'), true],
    [
      filter('searchBySelect', 's', { possibleValues: [{ value: 'plate', label: { const: '' } }] }),
      { by: 'plate', text: 'A:1' },
    ],
  ])('$0.type keeps $1', (one, value) =>
    expect(afterSetting([one], one.paramName, value).values).toEqual({ [one.paramName]: value }),
  );

  it('any change returns to the first page', () =>
    expect(filterPatch(query, 'a', {})).toMatchObject({ p: undefined }));

  it('a broken address is ignored', () => {
    expect(readFilters([from], { 'f.from': '31.12.2025' }, {})).toEqual({});
    expect(readFilters([statuses], { 'f.statuses': '%E0%A4%A' }, {})).toEqual({ statuses: ['%E0%A4%A'] });
  });

  it('reset restores every default', () =>
    expect(resetPatch([from, query])).toEqual({ 'f.from': undefined, 'f.query': undefined, p: undefined }));
});

describe('the request', () => {
  it('leaves out empty values and trims text', () =>
    expect(filterArguments([query, statuses, to], { query: '  a ', statuses: [], to: undefined })).toEqual({
      query: 'a',
    }));

  it('sends a search in the parameter that was chosen', () => {
    const search = filter('searchBySelect', 'search', {
      possibleValues: ['number', 'name'].map((value) => ({ value, label: { const: value } })),
    });
    expect(filterArguments([search], { search: { by: 'name', text: ' Эко ' } })).toEqual({ name: 'Эко' });
  });

  it('leaves out a filter while the one that it depends on is not true', () => {
    const on = filter('checkbox', 'on');
    const when = filter('inputDate', 'when', { visibleWithFilter: 'on' });
    const deep = filter('text', 'deep', { visibleWithFilter: 'when' });
    const values = { when: '2026-01-01', deep: 'x' };
    expect(filterArguments(shownFilters([on, when, deep], values), values)).toEqual({});
    expect(shownFilters([on, when, deep], values)).toEqual([on]);
    expect(
      filterArguments(shownFilters([on, when, deep], { ...values, on: true }), { ...values, on: true }),
    ).toEqual({
      on: true,
      when: '2026-01-01',
    });
  });

  it('leaves out a filter while its condition is false', async () => {
    await loadEvaluator();
    const kind = filter('selectOne', 'kind');
    const reason = filter('text', 'reason', {
      visibleWhen: { cel: "filters.kind == 'BLOCKED' && input.many" },
    });
    const values = { kind: 'BLOCKED', reason: 'x' };
    expect(shownFilters([kind, reason], values, { input: { many: false } })).toEqual([kind]);
    expect(shownFilters([kind, reason], values, { input: { many: true } })).toEqual([kind, reason]);
    expect(shownFilters([kind, reason], { reason: 'x' }, { input: { many: true } })).toEqual([kind]);
  });

  it('always contains a fixed value, whatever the address has', () => {
    const fixed = filter('selectOne', 'kind', { value: { const: 'WORK' } });
    const values = readFilters([fixed], { 'f.kind': 'WASH' }, defaultValues([fixed], SCOPE));
    expect(filterArguments([fixed], values)).toEqual({ kind: 'WORK' });
  });
});

describe('a period', () => {
  it('must not end before it begins', () => {
    expect(wrongPeriod([from, to], { from: '2026-03-02', to: '2026-03-01' })).toBe('to');
    expect(wrongPeriod([from, to], { from: '2026-03-01', to: '2026-03-01' })).toBeUndefined();
    expect(wrongPeriod([from, to], { to: '2026-03-01' })).toBeUndefined();
  });

  it('forms a pair with the next last day only', () => {
    const since = filter('dateBegin', 'since');
    const until = filter('dateEnd', 'until');
    const values = { from: '2026-05-01', to: '2026-06-01', since: '2026-01-01', until: '2026-02-01' };
    expect(wrongPeriod([from, to, since, until], values)).toBeUndefined();
  });
});
