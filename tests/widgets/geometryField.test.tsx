// @vitest-environment happy-dom
/** The geometry field in a form: what is drawn or typed is sent, and invalid geometry is not. */
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRegistry } from '../../engine/registry/registry.ts';
import { registerBuiltins } from '../../engine/views/builtins.ts';
import geometry from '../../widgets/geometry/index.tsx';
import { fillDom } from '../dom.ts';
import { field, form, schema } from '../form/fixture.ts';
import { calls, operation, renderScreen, screenOf, serve, setUpHarness } from '../views/harness.tsx';
import { fakeMap, type FakeMap } from './fakeMap.ts';

const fake = vi.hoisted(() => ({ provider: undefined as unknown as FakeMap }));
vi.mock('../../widgets/shared/map/current.ts', () => ({
  get provider() {
    return fake.provider;
  },
}));

const mapInfo = operation('mapInfo', { reply: 'record' });
const SHAPE = { type: ['object', 'null'] as ('object' | 'null')[] };
const SQUARE: [number, number][] = [
  [37, 55],
  [38, 55],
  [38, 56],
  [37, 56],
];
const AREA = { type: 'Polygon' as const, coordinates: [[...SQUARE, SQUARE[0]!]] };

async function open(initial: unknown, more: object = {}) {
  const registry = createRegistry();
  registerBuiltins(registry);
  registry.register(geometry);
  await registry.load('view', 'form');
  const area = field('area', {
    label: { const: 'Район' },
    widget: 'geometry',
    schema: SHAPE,
    nullable: true,
    options: { types: ['Polygon'] },
    operations: ['mapInfo'],
  });
  const view = form([area], { initial: { area: { const: initial } }, ...more });
  const save = operation('save', { method: 'POST', body: ['area'], reply: 'record' });
  const schemas = { Save: schema({ area: SHAPE }) };
  await renderScreen(screenOf(view, { operations: { save, mapInfo }, schemas }), { registry });
  return screen.findByRole('group', { name: 'Район' });
}

const save = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'save' }));
  return calls.at(-1)?.body;
};
const vertices = (group: HTMLElement) =>
  within(group)
    .queryAllByRole<HTMLInputElement>('textbox')
    .map(({ value }) => value);
const drawing = () => fake.provider.surface.drawings[0]!;

setUpHarness();
beforeAll(fillDom);
beforeEach(() => {
  fake.provider = fakeMap();
  serve(({ path }) =>
    path === '/api/mapInfo' ? { mapCenter: { latitude: 55, longitude: 37 }, pickedMark: null } : {},
  );
});

describe('the geometry field', () => {
  it('sends what is drawn, and lists its vertices', async () => {
    const group = await open(null);
    expect(drawing()).toMatchObject({ type: 'Polygon' });
    expect(drawing().value).toBeUndefined();
    await act(async () => drawing().onChange(AREA));
    expect(vertices(group)).toEqual(['55, 37', '55, 38', '56, 38', '56, 37']);
    // The drawn geometry is now being edited.
    expect(drawing().value).toEqual(AREA);
    expect(await save()).toEqual({ area: AREA });
  });

  it('is edited by its coordinates, and the map follows', async () => {
    const group = await open(AREA);
    const third = within(group).getByRole('textbox', { name: 'Вершина 3' });
    await userEvent.clear(third);
    await userEvent.type(third, '56,5 38,5');
    await userEvent.tab();
    expect(drawing().value).toEqual({
      type: 'Polygon',
      coordinates: [SQUARE.with(2, [38.5, 56.5]).concat([SQUARE[0]!])],
    });
    await userEvent.click(within(group).getByRole('button', { name: 'Убрать вершину 4' }));
    expect(await save()).toEqual({
      area: { type: 'Polygon', coordinates: [[SQUARE[0], SQUARE[1], [38.5, 56.5], SQUARE[0]]] },
    });
  });

  it('keeps the form from being sent while it is invalid, and says why', async () => {
    const group = await open(AREA);
    const second = within(group).getByRole('textbox', { name: 'Вершина 2' });
    await userEvent.clear(second);
    await userEvent.type(second, '56, 38');
    const third = within(group).getByRole('textbox', { name: 'Вершина 3' });
    await userEvent.clear(third);
    await userEvent.type(third, '55, 38');
    await userEvent.tab();
    expect(await save()).toBeUndefined();
    expect(screen.getAllByText(/^Стороны 1 и 3 области пересекаются/).length).toBeGreaterThan(0);
    await userEvent.clear(third);
    await userEvent.type(third, 'нигде');
    await userEvent.tab();
    expect(screen.getAllByText(/^Вершина 3: введите широту/).length).toBeGreaterThan(0);
    await userEvent.click(within(group).getByRole('button', { name: 'Убрать вершину 3' }));
    await userEvent.click(within(group).getByRole('button', { name: 'Убрать вершину 3' }));
    expect(screen.getAllByText('Нужны хотя бы 3 разные вершины').length).toBeGreaterThan(0);
  });

  it('is emptied', async () => {
    const group = await open(AREA);
    await userEvent.click(within(group).getByRole('button', { name: 'Очистить' }));
    expect(vertices(group)).toEqual([]);
    expect(await save()).toEqual({ area: null });
  });

  it('is read-only where it may not be changed', async () => {
    const group = await open(AREA, { readOnlyWhen: { const: true } });
    expect(fake.provider.surface.drawings).toEqual([]);
    expect(fake.provider.surface.setLayers.mock.lastCall![0]).toMatchObject([{ kind: 'areas' }]);
    expect(within(group).queryByRole('button', { name: 'Очистить' })).toBeNull();
    expect(within(group).getByRole<HTMLInputElement>('textbox', { name: 'Вершина 1' }).readOnly).toBe(true);
  });

  it('accepts coordinates where the browser has no WebGL', async () => {
    fake.provider.canDraw = false;
    const group = await open(null);
    expect(within(group).getByText(/Введите координаты/)).toBeTruthy();
    for (const [i, text] of ['55, 37', '55, 38', '56, 38'].entries()) {
      await userEvent.click(within(group).getByRole('button', { name: 'Добавить вершину' }));
      await userEvent.type(within(group).getByRole('textbox', { name: `Вершина ${i + 1}` }), text);
    }
    await userEvent.tab();
    expect(await save()).toEqual({
      area: { type: 'Polygon', coordinates: [[...SQUARE.slice(0, 3), SQUARE[0]]] },
    });
  });
});
