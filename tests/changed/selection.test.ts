/** `npm test -- --changed REF`: what is run for a change, on the modules and screens of this project. */
import { describe, expect, it } from 'vitest';
import { loadProject } from '../../engine/build/project.ts';
import type { Project } from '../../engine/language/project.ts';
import { readGraph } from './graph.ts';
import { select } from './selection.ts';

const graph = readGraph();
const project = loadProject({ root: '.' });
const chosen = (files: string[], before: Project = project) => select(files, graph, before, project);

/** The former project, with another value in one of its maps. */
function withScreen(id: string, change: object): Project {
  const screen = project.screens.get(id)!;
  return { ...project, screens: new Map(project.screens).set(id, { ...screen, ...change }) };
}

function withText(key: string): Project {
  const locales = project.catalogue.locales.map((locale) => {
    const text = locale.texts.get(key)!;
    return { ...locale, texts: new Map(locale.texts).set(key, { ...text, text: 'was another' }) };
  });
  return { ...project, catalogue: { ...project.catalogue, locales } };
}

function withSchema(name: string): Project {
  const { api } = project.catalogue;
  const schemas = { ...api.schemas, [name]: { description: 'was another' } };
  return { ...project, catalogue: { ...project.catalogue, api: { ...api, schemas } } };
}

const EVERY_SCREEN = ['configs', 'configCalls', 'walk'].map((name) => `tests/e2e/${name}.spec.ts`);

describe('a change', () => {
  it('of a document reaches the tests that name it', () =>
    expect(chosen(['docs/open.md'])).toEqual({
      unit: ['tests/changed/selection.test.ts'],
      server: [],
      browser: [],
      screens: new Set(),
    }));

  it('of the packages reaches all', () => {
    const { unit, server, browser, screens } = chosen(['package.json']);
    expect(unit).toContain('tests/changed/selection.test.ts');
    expect(server).toContain('tests/server/weighings.test.ts');
    expect(browser).toEqual(expect.arrayContaining(EVERY_SCREEN));
    expect(screens).toBe('all');
  });

  it('of a view reaches the tests that render, and every page', () => {
    const { unit, server, browser, screens } = chosen(['engine/views/table/Grid.tsx']);
    expect(unit).toContain('tests/views/wizard.test.tsx');
    expect(unit.filter((file) => file.startsWith('tests/solver/'))).toEqual([]);
    expect(server).not.toContain('tests/server/weighings.test.ts');
    expect(browser).toEqual(expect.arrayContaining(EVERY_SCREEN));
    expect(screens).toBe('all');
  });

  it('of a tool of the command line reaches no page', () =>
    expect(chosen(['engine/build/codemod.ts']).browser).toEqual([]));

  it('of a test reaches that test', () => {
    const { server, browser, screens } = chosen(['tests/server/trees.test.ts', 'tests/e2e/fleet.spec.ts']);
    expect(server).toContain('tests/server/trees.test.ts');
    expect(server).not.toContain('tests/server/weighings.test.ts');
    expect(browser).toEqual(['tests/e2e/fleet.spec.ts']);
    expect(screens).toEqual(new Set());
  });

  it('of the tests of every screen takes every screen', () =>
    expect(chosen(['tests/e2e/walk.spec.ts'])).toMatchObject({
      browser: ['tests/e2e/walk.spec.ts'],
      screens: 'all',
    }));

  it('of the code that starts servers of tests reaches all that start one', () => {
    const { server, browser } = chosen(['tests/server/support.ts']);
    expect(server).toContain('tests/server/weighings.test.ts');
    expect(browser).toContain('tests/e2e/fleet.spec.ts');
  });
});

describe('a change of the product', () => {
  it('a handler reaches the tests that call its operations', () => {
    const { server, browser, screens } = chosen(['server/modules/incidents/incidents.ts']);
    expect(server).toContain('tests/server/results/incidents.test.ts');
    expect(server).toContain('tests/server/fuzz.test.ts');
    expect(server).not.toContain('tests/server/weighings.test.ts');
    expect(browser).toEqual(expect.arrayContaining([...EVERY_SCREEN, 'tests/e2e/results.spec.ts']));
    expect(browser).not.toContain('tests/e2e/contractTabs.spec.ts');
    expect(screens).toContain('incidents');
    expect(screens).not.toContain('vehicle-weighings');
  });

  it('a module used by all handlers reaches every server', () => {
    const { server, browser } = chosen(['server/http/limits.ts']);
    expect(server).toContain('tests/server/weighings.test.ts');
    expect(browser).toEqual(expect.arrayContaining(EVERY_SCREEN));
  });

  it('a migration reaches every server', () =>
    expect(chosen(['server/database/migrations/0681_any.sql']).server).toContain(
      'tests/server/weighings.test.ts',
    ));

  it('a widget reaches the screens that show it', () => {
    const { screens, server } = chosen(['widgets/camera-wall/index.tsx']);
    const shows = [...project.screens.values()].filter(({ uses }) => uses.widgets.includes('camera-wall'));
    expect(screens).toEqual(new Set(shows.map(({ id }) => id)));
    expect(server).toEqual([]);
  });

  it('a screen reaches itself and those that link to it', () => {
    const before = withScreen('vehicle-weighings', { title: { key: 'weighings.other' } });
    const { server, browser, screens } = chosen(
      ['screens/visit-points/vehicle-weighings.screen.json'],
      before,
    );
    expect(screens).toEqual(new Set(['vehicle-weighings']));
    expect(browser).toEqual(expect.arrayContaining([...EVERY_SCREEN, 'tests/e2e/weighings.spec.ts']));
    expect(browser).not.toContain('tests/e2e/hypotheses.spec.ts');
    expect(server).not.toContain('tests/server/weighings.test.ts');
  });

  it('a text reaches the screens that show it', () => {
    const { server, screens } = chosen(['locales/ru/vehicles.json'], withText('terminal.imei'));
    expect(screens).toContain('vehicle.terminal');
    expect(screens).not.toContain('vehicle-weighings');
    expect(server).not.toContain('tests/server/weighings.test.ts');
  });

  it('a text that the server sends reaches all', () => {
    const { server, screens } = chosen(['locales/ru/server.json'], withText('claimMessage.title'));
    expect(server).toContain('tests/server/weighings.test.ts');
    expect(screens).toBe('all');
  });

  it('a schema reaches the callers of its operations, through other schemas too', () => {
    const { server, screens } = chosen(['schemas/api/incidents.json'], withSchema('Incident'));
    expect(server).toContain('tests/server/results/incidents.test.ts');
    expect(server).not.toContain('tests/server/weighings.test.ts');
    expect(screens).toContain('incidents');
    expect(screens).not.toContain('vehicle-weighings');
  });
});
