/** Every registered part has its samples, and the data states change a reply as their names say. */
// @vitest-environment happy-dom
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRegistry } from '../../engine/registry/registry.ts';
import { registerBuiltins } from '../../engine/views/builtins.ts';
import { DATA_STATES, withDataState, type DataState } from '../../engine/data/dataStates.ts';

const registry = createRegistry();
registerBuiltins(registry);
const samples = (kind: string) =>
  Object.entries(
    JSON.parse(readFileSync(`stories/parts/${kind}.parts.json`, 'utf8')) as Record<string, Sample>,
  );

interface Sample {
  component?: string;
  view?: { widget?: string; source?: Source; load?: Source; operations?: string[] };
  states?: DataState[] | Record<string, unknown>;
}
interface Source {
  operation: string;
}

/** States of any request, and states of a request for rows. */
const ASKING: DataState[] = ['loading', '403', '500', 'offline'];
const OF_ROWS: DataState[] = ['empty', 'one row', 'many rows'];

describe('samples', () => {
  const ofProduct = (kind: string) =>
    readdirSync('widgets')
      .filter((folder) => existsSync(`widgets/${folder}/widget.json`))
      .map(
        (folder) =>
          JSON.parse(readFileSync(`widgets/${folder}/widget.json`, 'utf8')) as { kind: string; name: string },
      )
      .filter((one) => one.kind === kind)
      .map(({ name }) => name);

  it.each([
    ['cell', 'cells'],
    ['filter', 'filters'],
    ['field', 'fields'],
    ['view', 'views'],
  ] as const)('of each %s', (kind, file) => {
    const names = samples(file).map(([name]) => name);
    expect(names.sort()).toEqual([...registry.names(kind), ...ofProduct(kind)].sort());
  });

  it('of each cell, full and empty', () => {
    for (const [name, { states = {} }] of samples('cells')) {
      expect(Object.keys(states), name).toContain('empty');
      expect(Object.keys(states).length, name).toBeGreaterThan(1);
    }
  });

  it('of each state that a request can be in', () => {
    const all = [...samples('views'), ...samples('widgets')];
    const faults = all.flatMap(([name, { view }]) => {
      // Another sample of the same view, or of the same widget, shows something else, not the states again.
      const same = all.filter(
        ([, one]) =>
          JSON.stringify(one.view) === JSON.stringify(view) ||
          (view?.widget !== undefined && one.view?.widget === view.widget),
      );
      const states = same.flatMap(([, one]) => one.states ?? []);
      const source = view?.source ?? view?.load;
      const asks =
        source !== undefined || JSON.stringify(view).includes('"source"') || !!view?.operations?.length;
      const needed = [...(asks ? ASKING : []), ...(source?.operation === 'rows' ? OF_ROWS : [])];
      return needed
        .filter((state) => !(states as DataState[]).includes(state))
        .map((state) => `${name}: ${state}`);
    });
    expect(faults).toEqual([]);
  });

  it('of each picker and widget of the product', () => {
    const [pickers, widgets] = ['pickers', 'widgets'].map((file) =>
      samples(file).map(([, sample]) => sample),
    );
    expect(pickers!.map(({ component }) => component)).toEqual(expect.arrayContaining(ofProduct('picker')));
    expect(widgets!.map(({ view }) => view?.widget)).toEqual(expect.arrayContaining(ofProduct('widget')));
  });
});

const ROWS = [{ id: '00000000-0000-4000-8000-000000000001' }, { id: '00000000-0000-4000-8000-000000000002' }];
const served: typeof fetch = async () => Response.json({ list: ROWS, size: 2 });
const ask = (state: DataState, path = '/api/rows', init?: RequestInit) =>
  withDataState(served, state, (asked) => asked === '/api/rows')(path, init);
const listOf = async (state: DataState) =>
  ((await (await ask(state)).json()) as { list: { id: string }[]; size: number }).list;

describe('data states', () => {
  it('change the rows', async () => {
    expect(await listOf('normal')).toEqual(ROWS);
    expect(await listOf('empty')).toEqual([]);
    expect(await listOf('one row')).toEqual(ROWS.slice(0, 1));
    const many = await listOf('many rows');
    expect(new Set(many.map(({ id }) => id)).size).toBe(many.length);
    expect(many.length).toBeGreaterThan(100);
  });

  it('refuse, fail, and never finish', async () => {
    expect((await ask('403')).status).toBe(403);
    expect((await ask('500')).headers.get('content-type')).toContain('problem+json');
    await expect(ask('offline')).rejects.toThrow(TypeError);
    const stop = new AbortController();
    const loading = ask('loading', '/api/rows', { signal: stop.signal });
    stop.abort();
    await expect(loading).rejects.toThrow('given up');
  });

  it('do not change replies to requests outside of the screen', async () => {
    for (const state of DATA_STATES) expect((await ask(state, '/api/session')).status).toBe(200);
  });
});
