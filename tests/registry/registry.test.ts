import { describe, expect, it, vi } from 'vitest';
import { defineCell, definePicker } from '../../engine/registry/define.ts';
import { createRegistry } from '../../engine/registry/registry.ts';
import { registerWidgets } from '../../engine/registry/widgets.ts';

const Nothing = () => null;
const cell = (name: string) => defineCell({ name, component: Nothing });

describe('registry', () => {
  it('returns what was registered under its kind and name', () => {
    const registry = createRegistry();
    registry.register(cell('period'));
    expect(registry.get('cell', 'period')).toBe(Nothing);
    expect(registry.get('field', 'period')).toBeUndefined();
    expect(registry.names('cell')).toEqual(['period']);
  });

  it('refuses a duplicate of the same kind and name, eager or lazy', () => {
    const registry = createRegistry();
    registry.register(cell('period'));
    const late = () =>
      registry.registerLazy('cell', 'period', () => Promise.resolve({ default: cell('period') }));
    expect(late).toThrow('cell "period" is registered twice');
    registry.register(definePicker({ name: 'period', component: Nothing }));
  });

  it('refuses registrations after the app has started', () => {
    const registry = createRegistry();
    registry.seal();
    expect(() => registry.register(cell('late'))).toThrow('cell "late" came too late');
  });

  it('loads lazy code once and returns it synchronously afterwards', async () => {
    const registry = createRegistry();
    const load = vi.fn(() => Promise.resolve({ default: cell('map') }));
    registry.registerLazy('cell', 'map', load);
    expect(registry.get('cell', 'map')).toBeUndefined();
    await Promise.all([registry.load('cell', 'map'), registry.load('cell', 'map')]);
    expect(load).toHaveBeenCalledTimes(1);
    expect(registry.get('cell', 'map')).toBe(Nothing);
  });

  it('retries after a load that failed', async () => {
    const registry = createRegistry();
    let online = false;
    registry.registerLazy('cell', 'map', () =>
      online ? Promise.resolve({ default: cell('map') }) : Promise.reject(new Error('offline')),
    );
    await expect(registry.load('cell', 'map')).rejects.toThrow('offline');
    online = true;
    await expect(registry.load('cell', 'map')).resolves.toBe(Nothing);
  });

  it('refuses a module that defines something else than its manifest', async () => {
    const registry = createRegistry();
    registry.registerLazy('cell', 'map', () => Promise.resolve({ default: cell('chart') }));
    await expect(registry.load('cell', 'map')).rejects.toThrow('defines cell "chart"');
  });

  it('lists the known names when a name is unknown', async () => {
    const registry = createRegistry();
    registry.register(cell('period'));
    await expect(registry.load('cell', 'perod')).rejects.toThrow(
      'No cell "perod" is registered. Registered: period.',
    );
  });

  it('takes widget folders by their manifests and misses no module', () => {
    const registry = createRegistry();
    const manifests = { '../../widgets/a-picker/widget.json': { kind: 'picker', name: 'aPicker' } };
    registerWidgets(registry, { '../../widgets/a-picker/index.tsx': () => Promise.resolve({}) }, manifests);
    expect(registry.has('picker', 'aPicker')).toBe(true);
    expect(() => registerWidgets(createRegistry(), {}, manifests)).toThrow('has no index.tsx beside it');
  });
});
