/** Diagnostics of a screen with a map. */
import { describe, expect, it } from 'vitest';
import { readProject } from '../../engine/build/project.ts';
import { compileProject } from '../../engine/language/project.ts';

const files = readProject({ root: '.' });
const FILE = 'screens/visit-points/visitPoints.map.screen.json';

const layer = {
  id: 'points',
  kind: 'points',
  title: 'menu.stands',
  label: 'address',
  card: { fields: [{ label: 'common.edit', value: 'address' }], open: 'common.edit' },
};
const table = { type: 'table', columns: [{ field: 'address', label: 'common.edit' }] };

/** Diagnostic codes of a screen with a table, a map of its rows, and a table that reads what the map shows. */
function faultsOf(map: object): string[] {
  const views = [
    { ...table, name: 'points', source: { operation: 'visitPointPaging' }, select: 'many' },
    { type: 'widget', name: 'map', widget: 'map', ...map },
    { ...table, source: { operation: 'visitPointPaging', when: 'views.map.move.zoom > 12.0' } },
  ];
  const view = { type: 'stack', items: views.map((one) => ({ view: one })) };
  const route = '/visit-points/map';
  const screen = { language: 1, id: 'visitPoints.map', title: 'menu.stands', route, view };
  // The other screens are left out.
  const screens = [{ file: FILE, text: JSON.stringify(screen) }];
  const { diagnostics } = compileProject({ ...files, screens });
  return diagnostics
    .filter(({ file }) => file === FILE)
    .map(({ code, pointer, received }) => `${code} ${pointer}: ${received}`);
}

const inputs = { items: { points: { expr: 'views.points.rows' } } };

describe('a screen with a map', () => {
  it('is valid', () => {
    const on = { draw: [{ refresh: ['points'] }] };
    const options = { select: 'many', selection: 'points', draw: ['area'], layers: [layer] };
    expect(faultsOf({ inputs, options, on })).toEqual([]);
  });

  it('has its mistakes reported', () => {
    const dots = { ...layer, kind: 'dots', title: 'no.text' };
    expect(
      faultsOf({
        inputs: { items: { expr: 'views.points.rows' } },
        options: { layers: [dots], zoom: 3 },
        on: { pressed: [] },
      }).join('\n'),
    ).toMatchInlineSnapshot(`
      "type-mismatch /view/items/1/view/inputs/items/expr: list of object {id, name, pointType, owner, address, hours}
      unknown-port /view/items/1/view/on/pressed: pressed
      bad-option /view/items/1/view/options/layers/0/kind: dots
      missing-key /view/items/1/view/options/layers/0/title: no.text
      missing-key /view/items/1/view/options/layers/0/title: no.text
      unknown-option /view/items/1/view/options/zoom: zoom"
    `);
  });
});
