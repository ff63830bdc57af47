/** Every part that is registered has its samples, and the data states do to a reply what they are called. */
// @vitest-environment jsdom
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRegistry } from '../../engine/registry/registry.ts';
import { registerBuiltins } from '../../engine/views/builtins.ts';
import { DATA_STATES, withDataState, type DataState } from '../../engine/data/dataStates.ts';

const registry = createRegistry();
registerBuiltins(registry);
const samples = (kind: string) =>
  Object.entries(
    JSON.parse(readFileSync(`stories/parts/${kind}.parts.json`, 'utf8')) as Record<
      string,
      { component?: string; view?: { widget?: string } }
    >,
  );

describe('samples', () => {
  it.each([
    ['cell', 'cells'],
    ['filter', 'filters'],
    ['field', 'fields'],
  ] as const)('of each %s', (kind, file) => {
    expect(
      samples(file)
        .map(([name]) => name)
        .sort(),
    ).toEqual(registry.names(kind).sort());
  });

  it('of each view', () => {
    const names = samples('views').map(([name]) => name);
    expect(names.filter((name) => !name.includes('_')).sort()).toEqual(registry.names('view').sort());
  });

  it('of each picker and widget of the product', () => {
    const manifests = readdirSync('widgets').map(
      (folder) =>
        JSON.parse(readFileSync(`widgets/${folder}/widget.json`, 'utf8')) as { kind: string; name: string },
    );
    const pickers = samples('pickers').map(([, { component }]) => component);
    const widgets = samples('widgets').map(([, { view }]) => view?.widget);
    const told = { picker: pickers, widget: widgets } as Record<string, unknown[]>;
    expect(manifests.filter(({ kind, name }) => told[kind] && !told[kind].includes(name))).toEqual([]);
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

  it('refuse, fail, and never come', async () => {
    expect((await ask('403')).status).toBe(403);
    expect((await ask('500')).headers.get('content-type')).toContain('problem+json');
    await expect(ask('offline')).rejects.toThrow(TypeError);
    const stop = new AbortController();
    const loading = ask('loading', '/api/rows', { signal: stop.signal });
    stop.abort();
    await expect(loading).rejects.toThrow('given up');
  });

  it('leave alone what is not of the screen', async () => {
    for (const state of DATA_STATES) expect((await ask(state, '/api/session')).status).toBe(200);
  });
});
