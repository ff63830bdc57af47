/**
 * Generates screens from the API file: a table, details or a form for an operation, a list with its card for a record.
 * The result passes the checker. Pure: it writes no files.
 */
import type { ApiOperation } from '../../language/api.ts';
import type { Diagnostic } from '../../language/diagnostics.ts';
import { rowsOf } from '../../language/calls.ts';
import { compileProject, type Project, type ProjectFiles } from '../../language/project.ts';
import { parametersOf } from '../../language/routes.ts';
import type { SourceFile } from '../../language/source.ts';
import { prune } from './prune.ts';
import { detailsScreen, formScreen, listScreen, type Around, type Card, type Config } from './screens.ts';
import { Unscaffoldable, type NewText, type Scaffold, type Wish } from './wish.ts';
import { textsFor } from './words.ts';

/** Most rounds of checking: an error that appears only after others are removed is found in the next round. */
const ROUNDS = 12;

const kebab = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('.', '-')
    .toLowerCase();
const camel = (name: string) => name.replaceAll(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase());
const small = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

export function scaffold(files: ProjectFiles, wish: Wish): Scaffold {
  const project = compileProject(files);
  const around = aroundOf(project, wish);
  const configs = wish.kind === 'record' ? recordScreens(around) : [operationScreen(around)];
  const folder = folderOf(around, project);
  const titles = { [`${around.labels}.title`]: wish.titles };
  const leftOut: string[] = [];
  const keys = new Set(Object.keys(titles));
  for (let round = 0; round < ROUNDS; round++) {
    const screens = configs.map((config) => written(config, folder));
    const texts = textsFor(keys, project.catalogue, titles);
    const faults = faultsOf(files, screens, localeFiles(texts, around.labels));
    if (!faults.length) return { screens, labels: around.labels, texts, leftOut };
    for (const { code, received } of faults) if (code === 'missing-key') keys.add(received!);
    for (const [i, { file }] of screens.entries())
      leftOut.push(
        ...prune(
          configs[i]!,
          faults.filter((one) => one.file === file),
        ),
      );
    const elsewhere = faults.find(({ file }) => !screens.some((one) => one.file === file));
    if (elsewhere) throw new Unscaffoldable(`${elsewhere.file}: ${elsewhere.message}`);
  }
  throw new Unscaffoldable('The checker finds ever new faults; write the screen by hand');
}

/** Returns the checker's errors for the project with the new screens. */
function faultsOf(files: ProjectFiles, screens: SourceFile[], locales: SourceFile[]): Diagnostic[] {
  const among = {
    ...files,
    screens: [...files.screens, ...screens],
    locales: [...files.locales, ...locales],
  };
  return compileProject(among).diagnostics.filter(({ severity }) => severity === 'error');
}

/** Context of the first screen: its parent, its names, its address. */
function aroundOf({ catalogue, entries }: Project, wish: Wish): Around {
  const parent = wish.parent === undefined ? undefined : entries.find(({ id }) => id === wish.parent);
  if (wish.parent !== undefined && parent?.view !== 'tabs')
    throw new Unscaffoldable(`${wish.parent} is no page of tabs`);
  const id = wish.id ?? idOf(wish, catalogue.api.operations.get(wish.of));
  const taken = entries.find((entry) => entry.id === id);
  if (taken) throw new Unscaffoldable(`${id} is there already (${taken.file}); give another id`);
  const last = kebab(id.slice(id.lastIndexOf('.') + 1));
  const beside = parent
    ? entries.filter((one) => one.parent === parent.id && one.tab).map((one) => one.tab!.order)
    : entries.flatMap(({ routes }) =>
        routes.flatMap(({ menu }) => (menu && menu.group === wish.menu ? [menu.order] : [])),
      );
  return {
    catalogue,
    wish: { ...wish, order: wish.order ?? Math.max(0, ...beside) + 10 },
    labels: camel(id),
    above: parent ? parametersOf(parent.routes[0]!.path).map(({ name }) => name) : [],
    base: parent ? last : (wish.route ?? `/${kebab(id)}`),
    id,
  };
}

/** `book` and `bookLoanPaging` → `book.loans`. */
function idOf({ parent, of, kind }: Wish, operation: ApiOperation | undefined): string {
  const whole = of.replace(/(Paging|List)$/, 's').replace(/Get$/, '') + (kind === 'record' ? 's' : '');
  const name =
    parent && whole.startsWith(parent) && whole !== parent ? small(whole.slice(parent.length)) : whole;
  if (!operation && kind !== 'record') throw new Unscaffoldable(`There is no operation ${of}`);
  return parent ? `${parent}.${name}` : name;
}

function operationScreen(around: Around): Config {
  const operation = around.catalogue.api.operations.get(around.wish.of)!;
  if (operation.method !== 'GET')
    throw new Unscaffoldable(`${operation.id} changes something; name what reads`);
  const missing = operation.parameters.find(
    ({ name, in: place }) => place === 'path' && !around.above.includes(name),
  );
  if (missing && around.wish.parent)
    throw new Unscaffoldable(`${around.wish.parent} has no :${missing.name} for ${operation.id}`);
  if (missing) return detailsScreen(withParameters(around, operation), operation);
  return rowsOf(operation, around.catalogue.api.schemas)
    ? listScreen(around, operation)
    : detailsScreen(around, operation);
}

/** Adds the path parameters of the operation to the address of one record. */
function withParameters(around: Around, operation: ApiOperation): Around {
  const above = operation.parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name);
  const base = [
    around.base,
    ...above.filter((name) => !around.base.includes(`:${name}`)).map((name) => `:${name}`),
  ];
  return { ...around, above, base: base.join('/') };
}

function recordScreens(around: Around): Config[] {
  const { catalogue, wish, id, base } = around;
  const verb = (name: string) =>
    [...catalogue.api.operations.values()].find(
      ({ resource }) => resource?.name === wish.of && resource.verb === name,
    );
  const [paging, get, save] = ['paging', 'get', 'save'].map(verb);
  if (!paging) throw new Unscaffoldable(`There is no record ${wish.of} with a page in x-resources`);
  if (!get || !save?.body) return [listScreen(around, paging)];
  const key = get.parameters.find(({ in: place }) => place === 'path')!.name;
  const list = wish.parent ? `${addressOf(around)}/${base}` : base;
  const card: Card = { record: wish.of, screen: `${id}.card`, route: `${list}/:${key}` };
  return [listScreen(around, paging, card), formScreen(around, get, save, id, card)];
}

const addressOf = ({ catalogue, wish }: Around) => catalogue.screens.get(wish.parent!)!.config.route ?? '';

/** The folder of the page's other tabs; for a new page a separate folder. */
function folderOf({ wish, id }: Around, { entries }: Project): string {
  const beside =
    entries.find((one) => one.parent === wish.parent && one.tab) ??
    entries.find((one) => one.id === wish.parent);
  return wish.parent && beside ? beside.file.replace(/\/[^/]*$/, '') : `screens/${kebab(id.split('.')[0]!)}`;
}

function written(config: Config, folder: string): SourceFile {
  const [first, ...rest] = config.id.split('.');
  const name = kebab((rest.length ? rest : [first!]).join('.'));
  const $schema = `${'../'.repeat(folder.split('/').length)}schemas/generated/editor/screen.schema.json`;
  const text = JSON.stringify({ $schema, language: 1, ...config }, null, 2);
  return { file: `${folder}/${name}.screen.json`, text };
}

/** Creates new files of texts, one per locale. */
export function localeFiles(texts: readonly NewText[], labels: string): SourceFile[] {
  return [...new Set(texts.map(({ locale }) => locale))].map((locale) => ({
    file: `locales/${locale}/${kebab(labels)}.json`,
    text: JSON.stringify(
      Object.fromEntries(texts.filter((one) => one.locale === locale).map(({ key, text }) => [key, text])),
      null,
      2,
    ),
  }));
}
