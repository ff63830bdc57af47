/**
 * The workshop's compiler: one mistake has one text, wherever it is reported; completion and hover; the place of a
 * preview.
 */
import { describe, expect, it, vi } from 'vitest';
import { readProject } from '../../engine/build/project.ts';
import { screensPlugin } from '../../engine/build/vite.ts';
import { formatDiagnostic } from '../../engine/language/diagnostics.ts';
import { formatChange } from '../../engine/tools/change.ts';
import { WorkshopCompiler } from '../../engine/workshop/compiler.ts';
import { explainAt, suggest } from '../../engine/workshop/complete.ts';
import { placeOf } from '../../engine/workshop/place.ts';
import storybook from '../../.storybook/main.ts';
import product from '../../vite.config.ts';

const files = readProject({ root: '.' });
const compiler = new WorkshopCompiler(files);
const FILE = 'screens/system/accounts.screen.json';
const text = compiler.textOf(FILE)!;
const slip = text.replace('{ "field": "lastName", "width"', '{ "field": "lastNmae", "width"');
const { catalogue } = compiler.deployed;

/** The text without its mark, and the offset of the mark. */
const at = (marked: string) => ({ text: marked.replace('|', ''), offset: marked.indexOf('|') });

/** Texts that replace the files on disk. */
const broken = vi.hoisted((): Record<string, string> => {
  // Tests of a worker share their modules: a module that another test has loaded would not see the mock.
  vi.resetModules();
  return {};
});
vi.mock('../../engine/build/files.ts', async (original) => {
  const real = await original<typeof import('../../engine/build/files.ts')>();
  return {
    ...real,
    readFolder: (...given: Parameters<typeof real.readFolder>) =>
      real
        .readFolder(...given)
        .map((one) => (broken[one.file] === undefined ? one : { ...one, text: broken[one.file]! })),
  };
});

describe('one mistake', () => {
  it('has one text in command line, overlay, workshop and Storybook', async () => {
    expect(slip).not.toBe(text);
    const diagnosed = compiler.compile('accounts', FILE, slip).diagnostics.map(formatDiagnostic);
    expect(diagnosed[0]).toMatch(
      /^screens\/system\/accounts\.screen\.json:\d+:\d+ unknown-path .*did you mean “lastName”\?$/,
    );
    broken[FILE] = slip;
    expect(await commandLine()).toEqual(expect.arrayContaining(diagnosed));
    const overlays = await Promise.all(
      [screensPlugin({ root: '.' }), await storybookPlugin()].map(overlayOf),
    );
    delete broken[FILE];
    for (const overlay of overlays) for (const one of diagnosed) expect(overlay).toContain(one);
  });

  it('is reported at its line; the deployed text has no diagnostics', () => {
    const [first] = compiler.compile('accounts', FILE, slip).diagnostics;
    expect(slip.split('\n')[first!.line - 1]).toContain('lastNmae');
    const same = compiler.compile('accounts', FILE, text);
    expect([same.diagnostics, same.changes]).toEqual([[], []]);
    expect(same.screen).toEqual(compiler.deployed.screens.get('accounts'));
  });
});

describe('the difference', () => {
  it('is described in terms of the language, a widened access rule first', () => {
    const wider = text.replace('"access": ["ADMIN"],', '').replace('"login",', '"login",\n      "id",');
    const { changes } = compiler.compile('accounts', FILE, wider);
    expect(changes[0]!.kind).toBe('widened');
    expect(changes.map(formatChange)).toContainEqual(expect.stringContaining('column "id" added'));
  });
});

describe('other files', () => {
  const fragment = compiler.edited.find(({ shownBy }) => shownBy)!;

  it('are fragments, texts and the app file, each by its own grammar', () => {
    const kinds = compiler.edited.map(({ kind }) => kind);
    expect([...new Set(kinds)]).toEqual(['screen', 'fragment', 'locale', 'app']);
    const app = compiler.textOf('screens/app.json')!;
    const diagnosed = compiler.compile(
      'accounts',
      'screens/app.json',
      app.replace('"error": "error"', '"error": "eror"'),
    );
    expect(diagnosed.diagnostics[0]).toMatchObject({ file: 'screens/app.json', code: 'unknown-screen' });
    const { suggestions } = suggest('{"', 2, catalogue, { kind: 'app' });
    expect(suggestions.map(({ label }) => label)).toContain('groups');
  });

  it('change the screen that uses them, and are reported as their own kind', () => {
    const own = compiler.textOf(fragment.file)!;
    const written = JSON.parse(own) as { fragment: string; items: unknown[] };
    const fewer = JSON.stringify({ ...written, items: written.items.slice(1) });
    const { screen, changes } = compiler.compile(fragment.shownBy!, fragment.file, fewer);
    expect(screen).not.toEqual(compiler.deployed.screens.get(fragment.shownBy!));
    expect(changes.map(formatChange)).toContainEqual(
      expect.stringContaining(`fragment ${written.fragment}: `),
    );
    const texts = 'locales/ru/system.json';
    const renamed = compiler.textOf(texts)!.replace('"Роли"', '"Должности"');
    const { changes: worded } = compiler.compile('roles', texts, renamed);
    expect(worded.map(formatChange)).toContainEqual('~ text roles.title: ru "Роли" → "Должности"');
  });
});

describe('completion and hover', () => {
  const labels = (marked: string) => {
    const { text: plain, offset } = at(marked);
    return suggest(plain, offset, catalogue).suggestions.map(({ label }) => label);
  };

  it('offer the absent properties of a place', () => {
    const offered = labels('{"id": "a", "view": {"type": "table", "|"}}');
    expect(offered).toEqual(expect.arrayContaining(['columns', 'source', 'filters']));
    expect(offered).not.toContain('type');
    expect(offered).not.toContain('layout');
  });

  it('show the type of a property, by its mark in the grammar', () => {
    const { text: plain, offset } = at('{"id": "a", "view": {"type": "table", "|"}}');
    const notes = new Map(
      suggest(plain, offset, catalogue).suggestions.map(({ label, note }) => [label, note]),
    );
    expect(notes.get('toolbar')).toMatch(/^list of actions with labels: ./);
    expect(notes.get('visibleWhen')).toMatch(/^condition: ./);
    expect(notes.get('title')).toMatch(/^text: ./);
  });

  it('offer enum values, and the existing names', () => {
    expect(labels('{"view": {"type": "|"}}')).toEqual(expect.arrayContaining(['table', 'form', 'wizard']));
    expect(labels('{"view": {"type": "table", "source": {"operation": "|"}}}')).toContain('accountPaging');
    expect(labels('{"access": ["|"]}')).toContain('ADMIN');
    const icon =
      '{"view": {"type": "stack", "items": [{"view": {"type": "table", "toolbar": [{"icon": "|"}]}}]}}';
    expect(labels(icon)).toEqual(expect.arrayContaining(['plus', 'trash']));
    const columns =
      '{"view": {"type": "table", "source": {"operation": "accountPaging"}, "columns": [{"field": "|"}]}}';
    expect(labels(columns)).toEqual(expect.arrayContaining(['login', 'lastName']));
  });

  it('offer the members of the start of an expression, as the compiler knows them there', () => {
    const within = (screen: string, before: string, after: string) => {
      const { source } = catalogue.screens.get(screen)!;
      const plain = source.text.replace(before, after.replace('|', ''));
      const offset = source.text.indexOf(before) + after.indexOf('|');
      const { suggestions, from, to } = suggest(plain, offset, catalogue, { kind: 'screen', screen });
      return { labels: suggestions.map(({ label }) => label), replaced: plain.slice(from, to) };
    };
    const condition = (expression: string) =>
      within('accounts', 'row.id != account.id && row.enabled', expression);
    expect(condition('ro|').labels).toEqual(expect.arrayContaining(['row', 'account', 'system', 'records']));
    expect(condition('row.id != account.id && row.la|').replaced).toBe('la');
    expect(condition('row.id != account.id && row.la|').labels).toEqual(
      expect.arrayContaining(['lastName', 'enabled']),
    );
    expect(condition('account.|').labels).toContain('permissions');
    expect(condition('unheard.|').labels).toEqual([]);
    const result = within('timetable', 'result.count', 'result.|');
    expect(result.labels).toContain('count');
    const item = within('contract.plan-item', "item.kind.name != 'EVERYDAY'", 'item.|');
    expect(item.labels).toEqual(expect.arrayContaining(['kind', 'weekDays']));
    expect(within('contract.plan-item', "item.kind.name != 'EVERYDAY'", '|').labels).toContain('form');
  });

  it('offer the columns of a record that a table names', () => {
    const marked = at(text.replace('{ "field": "lastName", "width"', '{ "field": "|", "width"'));
    const offered = suggest(marked.text, marked.offset, catalogue, { kind: 'screen', screen: 'accounts' });
    expect(offered.suggestions.map(({ label }) => label)).toEqual(expect.arrayContaining(['login']));
  });

  it('replace the existing text', () => {
    const marked = '{"access": ["AD|MIN"]}';
    const { text: plain, offset } = at(marked);
    const { from, to, suggestions } = suggest(plain, offset, catalogue);
    const chosen = suggestions.find(({ label }) => label === 'ADMIN')!;
    expect(plain.slice(0, from) + chosen.insert + plain.slice(to)).toBe('{"access": ["ADMIN"]}');
  });

  it('explain a property by its grammar, a name by its definition', () => {
    const explained = (marked: string) => {
      const { text: plain, offset } = at(marked);
      return explainAt(plain, offset, catalogue)?.notes;
    };
    expect(explained('{"view": {"type": "table", "source": {"operation": "account|Paging"}}}')).toContain(
      'GET /api/v3/account/paging',
    );
    expect(explained('{"acc|ess": ["ADMIN"]}')!.join()).not.toBe('');
    expect(explained('{ | }')).toBeUndefined();
  });
});

describe('the place of a preview', () => {
  it('is the address of a screen, filled with a record that the session may read', async () => {
    const requested: string[] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      requested.push(address);
      return Response.json({ list: [{ id: 'one' }], size: 1 });
    });
    expect(await placeOf(compiler.deployed, 'accounts')).toBe('/system/accounts');
    expect(await placeOf(compiler.deployed, 'account.sessions')).toBe('?accountId=one');
    expect(requested[0]).toContain('/account/paging');
    expect(await placeOf(compiler.deployed, 'contracts.batch')).toBe('?action=block&ids=one');
    expect(await placeOf(compiler.deployed, 'contract.coupons')).toMatch(/editable=true/);
    vi.unstubAllGlobals();
  });
});

/** The lines of `npm run check`. */
async function commandLine(): Promise<string[]> {
  const lines: string[] = [];
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...said) => void lines.push(...said.join(' ').split('\n'))),
  );
  await import('../../engine/build/check.ts');
  for (const spy of spies) spy.mockRestore();
  process.exitCode = 0;
  return lines;
}

type Plugin = ReturnType<typeof screensPlugin>;

/** The plugin in Storybook's final configuration. */
async function storybookPlugin(): Promise<Plugin> {
  const options = {} as Parameters<NonNullable<typeof storybook.viteFinal>>[1];
  const { plugins = [] } = await storybook.viteFinal!(
    { plugins: (product as { plugins: Plugin[] }).plugins },
    options,
  );
  return (plugins as Plugin[]).find((one) => one && 'name' in one && one.name === 'screens')!;
}

/** What the development server shows over the page, to a browser that connects. */
function overlayOf(plugin: Plugin): string {
  const sent: { err?: { message: string } }[] = [];
  let connect: () => void = () => undefined;
  const watcher = { add: () => undefined, on: () => watcher };
  const server = {
    watcher,
    ws: {
      on: (_: string, listener: () => void) => (connect = listener),
      send: (one: object) => sent.push(one),
    },
  };
  (plugin.configureServer as (one: unknown) => void)(server);
  connect();
  return sent[0]?.err?.message ?? '';
}
