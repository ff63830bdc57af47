// @vitest-environment happy-dom
/** The map widget: its list, its selection and its events; drawing is left to a provider that draws nothing. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineWidget, type WidgetProps } from '../../engine/index.ts';
import type { CompiledView } from '../../engine/language/compiled.ts';
import { createRegistry } from '../../engine/registry/registry.ts';
import { registerBuiltins } from '../../engine/views/builtins.ts';
import map from '../../widgets/map/index.tsx';
import { fillDom } from '../dom.ts';
import {
  operation,
  Refusal,
  renderScreen,
  screenOf,
  serve,
  setUpHarness,
  shownToasts,
  tableOf,
  things,
} from '../views/harness.tsx';
import type { FakeMap } from './fakeMap.ts';
import { spec } from '../spec/spec.ts';

const fake = vi.hoisted(() => ({ provider: undefined as unknown as FakeMap }));
vi.mock('../../widgets/shared/map/current.ts', () => ({
  get provider() {
    return fake.provider;
  },
}));

const ROWS = ['one', 'two', 'three'].map((name, i) => ({
  id: name,
  name,
  latitude: 55.1 + i / 10,
  longitude: 37.1 + i / 10,
  address: `street ${i + 1}`,
}));
const STANDS = {
  id: 'stands',
  kind: 'points',
  title: 'Stands',
  label: 'name',
  card: { fields: [{ label: 'Address', value: 'address' }], open: 'Open it' },
};

const operations = { things, mapInfo: operation('mapInfo', { reply: 'record' }) };
/** The product's settings for its maps. */
const info = { reply: {} as unknown };

/** The values that the map publishes to the page. */
const published = { value: {} as Record<string, unknown> };
function Probe({ inputs }: WidgetProps) {
  published.value = inputs.map as Record<string, unknown>;
  return null;
}

const mapView = (options: object, inputs: object = {}): CompiledView => ({
  type: 'widget',
  at: '/view/items/0/view',
  name: 'map',
  widget: 'map',
  options: { layers: [STANDS], ...options },
  inputs: { items: { object: { stands: { const: ROWS } } }, ...inputs },
  on: {},
  operations: ['mapInfo'],
});
const probe: CompiledView = {
  type: 'widget',
  at: '/view/items/1/view',
  widget: 'probe',
  options: {},
  inputs: { map: { path: ['views', 'map'] } },
  on: {},
  operations: [],
};

async function show(options: object = {}, ...more: CompiledView[]) {
  const registry = createRegistry();
  registerBuiltins(registry);
  registry.register(map);
  registry.register(defineWidget({ name: 'probe', component: Probe }));
  const views = [mapView(options), probe, ...more];
  await renderScreen(
    screenOf(
      { type: 'stack', at: '/view', direction: 'rows', items: views.map((view) => ({ view, span: 1 })) },
      { operations },
    ),
    { registry },
  );
}

const selectedKeys = () =>
  fake.provider.surface.setSelected.mock.lastCall?.[0].map(({ properties }) => properties.key);
const press = (...keys: string[]) =>
  act(async () =>
    fake.provider.surface.press(
      keys.map((key) => ({ layer: 'stands', key })),
      [37, 55],
      false,
    ),
  );
const openList = () => userEvent.click(screen.getByRole('button', { name: 'Показать списком' }));

setUpHarness();
beforeAll(fillDom);
beforeEach(async () => {
  const { fakeMap } = await import('./fakeMap.ts');
  fake.provider = fakeMap();
  published.value = {};
  info.reply = { mapCenter: { latitude: 55, longitude: 37 }, pickedMark: null, styleUrl: '/map/style.json' };
  serve(({ path }) => (path === '/api/mapInfo' ? info.reply : { list: ROWS, size: ROWS.length }));
});

describe('the map', () => {
  it('draws the rows of its layers and shows all of them at first', async () => {
    await show();
    const [layer] = fake.provider.surface.setLayers.mock.lastCall![0];
    expect(layer).toMatchObject({ id: 'stands', kind: 'points', visible: true, cluster: true });
    expect(layer!.features.map(({ properties }) => properties.key)).toEqual(['one', 'two', 'three']);
    const bounds = fake.provider.surface.fit.mock.lastCall![0];
    expect(bounds.west).toBeCloseTo(37.1);
    expect(bounds.north).toBeCloseTo(55.3);
  });

  it('shows the card of what is pressed, and reports a press on its button', async () => {
    await show();
    await press('two');
    const card = screen.getByRole('region', { name: 'two' });
    expect(card.textContent).toContain('street 2');
    expect(selectedKeys()).toEqual(['two']);
    expect(published.value.select).toEqual([ROWS[1]]);
    await userEvent.click(within(card).getByRole('button', { name: 'Open it' }));
    expect(published.value.open).toEqual(ROWS[1]);
    await press();
    expect(screen.queryByRole('region', { name: 'two' })).toBeNull();
    expect(published.value.select).toEqual([]);
  });

  it('lets the user choose among objects at one place', async () => {
    await show();
    await press('one', 'three');
    const several = screen.getByRole('region', { name: 'В этой точке: 2' });
    await userEvent.click(within(several).getByRole('button', { name: 'three' }));
    expect(screen.getByRole('region', { name: 'three' })).toBe(document.activeElement);
    expect(selectedKeys()).toEqual(['three']);
  });

  it('is printed as a picture of the visible part', async () => {
    const printed = vi.fn();
    vi.stubGlobal('print', printed);
    const decode = vi.fn(async () => undefined);
    vi.spyOn(HTMLImageElement.prototype, 'decode').mockImplementation(decode);
    fake.provider.surface.picture = () => 'data:image/png;base64,AAAA';
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Напечатать карту' }));
    await waitFor(() => expect(printed).toHaveBeenCalledOnce());
    const picture = document.querySelector<HTMLImageElement>('img[alt="Stands"]');
    expect(picture?.src).toBe('data:image/png;base64,AAAA');
    expect(decode).toHaveBeenCalled();
    // Printing by the browser's own menu takes the picture too.
    fake.provider.surface.picture = () => 'data:image/png;base64,BBBB';
    window.dispatchEvent(new Event('beforeprint'));
    expect(picture?.src).toBe('data:image/png;base64,BBBB');
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it("shows all objects again, and the user's position, or says why it cannot", async () => {
    let found = true;
    const getCurrentPosition = (good: PositionCallback, bad: PositionErrorCallback) =>
      found
        ? good({ coords: { latitude: 55.5, longitude: 37.7 } } as GeolocationPosition)
        : bad({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError);
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
    await show();
    const { fit, show: shown, setMark } = fake.provider.surface;
    fit.mockClear();
    await userEvent.click(screen.getByRole('button', { name: 'Показать все объекты' }));
    expect(fit.mock.lastCall![0].north).toBeCloseTo(55.3);
    await userEvent.click(screen.getByRole('button', { name: 'Где я' }));
    expect([setMark.mock.lastCall, shown.mock.lastCall?.[0]]).toEqual([[[37.7, 55.5]], [37.7, 55.5]]);
    expect(published.value.locate).toEqual({ latitude: 55.5, longitude: 37.7 });
    found = false;
    await userEvent.click(screen.getByRole('button', { name: 'Где я' }));
    expect(shownToasts()).toEqual([expect.stringContaining('не разрешил узнать ваше местоположение')]);
    Reflect.deleteProperty(navigator, 'geolocation');
  });

  it('reports the visible bounds', async () => {
    await show();
    expect(published.value.move).toEqual({ west: 37, south: 55, east: 38, north: 56, zoom: 10 });
  });

  it('switches layers off, in the list too', async () => {
    await show({ layers: [STANDS, { ...STANDS, id: 'others', title: 'Others', hidden: true }] });
    const layers = () => fake.provider.surface.setLayers.mock.lastCall![0].map(({ visible }) => visible);
    expect(layers()).toEqual([true, false]);
    await openList();
    expect(screen.getByText('На карте 3 объекта')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Stands' }));
    expect(layers()).toEqual([false, false]);
    expect(screen.queryByText('На карте 3 объекта')).toBeNull();
  });
});

describe('colours', () => {
  const tones = (word: string, tone: string) => ({ [word]: { tone, title: `They are ${word}` } });
  const coloured = {
    ...STANDS,
    colourings: [
      { id: 'name', title: 'By name', tone: 'name', tones: tones('one', 'danger') },
      { id: 'address', title: 'By address', tone: 'address', tones: tones('street 2', 'success') },
    ],
  };
  const drawn = () =>
    fake.provider.surface.setLayers.mock.lastCall![0][0]!.features.map(({ properties }) => properties.rank);

  it('show the property that the user chooses, with a legend', async () => {
    await show({ layers: [coloured] });
    expect(drawn()).toEqual([4, 0, 0]);
    const by = screen.getByRole('combobox', { name: 'Раскраска: Stands' });
    expect(screen.getByText('They are one')).toBeTruthy();
    await userEvent.selectOptions(by, 'By address');
    expect(drawn()).toEqual([0, 1, 0]);
    expect(screen.getByText('They are street 2')).toBeTruthy();
    expect(screen.queryByText('They are one')).toBeNull();
    await press('two');
    expect(selectedKeys()).toEqual(['two']);
  });

  it('stay chosen in the address', async () => {
    await show({ layers: [coloured], address: true });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Раскраска: Stands' }), 'By address');
    expect(new URLSearchParams(location.search).get('map.by')).toBe('stands:address');
  });
});

describe('the base', () => {
  const begun = async (options: object = {}) => {
    const open = vi.spyOn(fake.provider, 'open');
    await show(options);
    await waitFor(() => expect(open).toHaveBeenCalled());
    return open.mock.lastCall![1];
  };

  it('is that of the product, in the theme of the user', async () => {
    expect(await begun()).toMatchObject({ style: '/map/style.json?theme=light', centre: [37, 55], zoom: 10 });
  });

  it('is that of the screen where it names one', async () => {
    const centre = { latitude: 56, longitude: 38, zoom: 12 };
    expect(await begun({ style: 'https://maps.test/{theme}.json', centre })).toMatchObject({
      style: 'https://maps.test/light.json',
      centre: [38, 56],
      zoom: 12,
    });
  });

  it("is plain, with a message, when the product's base cannot be loaded", async () => {
    spec('M-030');
    info.reply = new Refusal(500, 'no');
    expect((await begun()).style).toBeUndefined();
    expect(await screen.findByText(/Подложка карты не загрузилась/)).toBeTruthy();
  });
});

describe('the list', () => {
  it('finds, selects and shows objects by the keyboard alone', async () => {
    await show({ select: 'many' });
    await openList();
    const list = screen.getByRole('region', { name: 'Объекты на карте: Stands' });
    await userEvent.type(within(list).getByRole('searchbox'), 'TW');
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    await userEvent.tab();
    await userEvent.keyboard(' ');
    expect(published.value.select).toEqual([ROWS[1]]);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(fake.provider.surface.show).toHaveBeenLastCalledWith([37.2, 55.2], 16);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'two' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'two' })).toBeNull();
  });

  it('is shown alone where the browser has no WebGL, with the reason', async () => {
    fake.provider.canDraw = false;
    await show();
    expect(screen.getByText(/нет WebGL/)).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    expect(document.querySelector('[data-part=map]')).toBeNull();
  });

  it('is there when the map cannot be opened', async () => {
    spec('M-031');
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    fake.provider.open = async () => Promise.reject(new Error('no chunk'));
    await show();
    expect(await screen.findByText(/Карту не удалось открыть/)).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
  });

  it('says how many rows have no place', async () => {
    const lost = { const: [...ROWS, { id: 'lost', name: 'lost' }] };
    fake.provider.canDraw = false;
    const registry = createRegistry();
    registerBuiltins(registry);
    registry.register(map);
    await renderScreen(screenOf(mapView({}, { items: { object: { stands: lost } } }), { operations }), {
      registry,
    });
    expect(screen.getByText('Без координат: 1 объект')).toBeTruthy();
  });
});

describe('a table beside the map', () => {
  const table = tableOf({ name: 'things', at: '/view/items/2/view', select: { const: 'many' } });

  it('has the same selection, whichever of them sets it', async () => {
    await show({ select: 'many', selection: 'things' }, table);
    const box = async (name: string) => {
      const row = (await screen.findAllByRole('row')).find((one) => one.textContent?.includes(name))!;
      return within(row).getByRole<HTMLInputElement>('checkbox');
    };
    await userEvent.click(await box('one'));
    await waitFor(() => expect(selectedKeys()).toEqual(['one']));
    await press('three');
    await waitFor(async () => expect((await box('three')).checked).toBe(true));
    expect((await box('one')).checked).toBe(false);
    expect(selectedKeys()).toEqual(['three']);
  });
});

describe('drawing', () => {
  it('an area selects the objects within it and reports both', async () => {
    await show({ select: 'many', draw: ['area'] });
    await userEvent.click(screen.getByRole('button', { name: 'Нарисовать область' }));
    const [drawing] = fake.provider.surface.drawings;
    expect(drawing).toMatchObject({ type: 'Polygon' });
    const ring: [number, number][] = [
      [37, 55],
      [37.25, 55],
      [37.25, 55.25],
      [37, 55.25],
      [37, 55],
    ];
    const geometry = { type: 'Polygon' as const, coordinates: [ring] };
    await act(async () => drawing!.onChange(geometry));
    expect(published.value.draw).toEqual({ geometry, rows: ROWS.slice(0, 2) });
    expect(published.value.select).toEqual(ROWS.slice(0, 2));
    await waitFor(() => expect(fake.provider.surface.drawings).toEqual([]));
  });
});
