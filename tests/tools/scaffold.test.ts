/** New screens generated from the API file: they pass the checker, and contain what the API file offers. */
import { describe, expect, it } from 'vitest';
import { readProject } from '../../engine/build/project.ts';
import { sampleProject } from '../../engine/build/sample.ts';
import { compileProject } from '../../engine/language/project.ts';
import { localeFiles, scaffold } from '../../engine/tools/scaffold/scaffold.ts';
import type { Scaffold, Wish } from '../../engine/tools/scaffold/wish.ts';

const product = readProject({ root: '.' });
interface Made {
  view: { columns: string[]; layout: { rows: string[] }[] };
}
const configs = ({ screens }: Scaffold) => screens.map(({ text }) => JSON.parse(text) as Made);

/** Errors and warnings of the product with the generated files. */
function faultsWith({ screens, texts, labels }: Scaffold, files = product): string[] {
  const locales = [...files.locales, ...localeFiles(texts, labels)];
  const { diagnostics } = compileProject({ ...files, screens: [...files.screens, ...screens], locales });
  return diagnostics.map(({ file, message }) => `${file} ${message}`);
}

describe('a new tab', () => {
  const made = scaffold(product, {
    kind: 'tab',
    of: 'contractRoutePaging',
    parent: 'contract',
    titles: { ru: 'Маршруты', en: 'Routes' },
  });

  it('is a table beside the other tabs, with columns and filters of its operation', () => {
    expect(made.screens.map(({ file }) => file)).toEqual(['screens/contracts/contract/routes.screen.json']);
    expect(configs(made)[0]).toMatchObject({
      id: 'contract.routes',
      parent: 'contract',
      route: 'routes',
      tab: { order: expect.any(Number) },
      view: {
        source: { operation: 'contractRoutePaging', with: { contractId: { expr: 'route.contractId' } } },
        filters: [{ paramName: 'dateFrom' }, { paramName: 'dateTo' }],
        columns: ['date', 'vehicle', 'driver', 'visits', 'done'],
      },
    });
    expect(faultsWith(made)).toEqual([]);
  });

  it('uses texts that the product has, and requires no others', () => {
    const text = (locale: string, key: string) =>
      made.texts.find((one) => one.locale === locale && one.key === `contractRoutes.${key}`)?.text;
    expect([text('ru', 'title'), text('en', 'title')]).toEqual(['Маршруты', 'Routes']);
    expect([text('ru', 'driver'), text('en', 'driver')]).toEqual(['Водитель', 'Driver']);
    expect(made.texts.filter(({ guessed }) => guessed)).toEqual([]);
  });
});

describe('a new record', () => {
  it('is a list, a card and the links to it; all its texts exist', () => {
    const made = scaffold(product, {
      kind: 'record',
      of: 'contractCollectionTariff',
      parent: 'contract',
      id: 'contract.tariffs',
      titles: {},
    });
    const [list, card] = configs(made);
    expect(list).toMatchObject({
      tab: {},
      view: {
        record: { name: 'contractCollectionTariff', screen: 'contract.tariffs.card' },
      },
    });
    expect(card).toMatchObject({
      parent: 'contract.tariffs',
      route: '/contracts/:contractId/tariffs/:tariffId',
      view: { type: 'form', record: 'contractCollectionTariff' },
    });
    expect(card!.view.layout[0]!.rows).toEqual(expect.arrayContaining(['garbageType', 'price', 'beginDate']));
    expect(faultsWith(made)).toEqual([]);
    expect(made.texts.filter(({ guessed }) => guessed).map(({ key }) => key)).toEqual([
      'contractTariffs.title',
      'contractTariffs.title',
    ]);
  });
});

describe('a new screen', () => {
  it('of one record has its address, of rows its place in the menu, and the access rule of its operation', () => {
    const one = scaffold(product, { kind: 'screen', of: 'vehicleGet', id: 'vehicle.sheet', titles: {} });
    expect(configs(one)[0]).toMatchObject({ route: '/vehicle-sheet/:vehicleId', view: { type: 'details' } });
    expect(faultsWith(one)).toEqual([]);
    const rows = scaffold(product, {
      kind: 'screen',
      of: 'contractPaging',
      id: 'allContracts',
      menu: 'agreement',
      titles: {},
    });
    expect(configs(rows)[0]).toMatchObject({
      access: ['MANAGE_CONTRACTS', 'MANAGE_CUSTOMER_CONTRACTS'],
      menu: { group: 'agreement' },
      view: { type: 'table', filters: expect.arrayContaining([expect.objectContaining({ type: 'text' })]) },
    });
    expect(faultsWith(rows)).toEqual([]);
  });

  it('is generated for another product too, without errors of its language', () => {
    const files = sampleProject();
    const made = scaffold(files, { kind: 'screen', of: 'bookPaging', id: 'shelf', titles: { en: 'Shelf' } });
    expect(configs(made)[0]!.view.columns).toEqual(['title', 'year', 'due', 'status', 'genre']);
    expect(faultsWith(made, files)).toEqual([]);
  });
});

describe('what cannot be generated is refused with a message', () => {
  it.each<[Partial<Wish>, string]>([
    [{ of: 'bookPagin' }, 'There is no operation bookPagin'],
    [{ of: 'bookSave' }, 'bookSave changes something; name what reads'],
    [
      { of: 'bookPaging', id: 'books' },
      'books is there already (screens/books.screen.json); give another id',
    ],
    [{ kind: 'tab', of: 'bookPaging', parent: 'books' }, 'books is no page of tabs'],
    [{ kind: 'record', of: 'shelf' }, 'There is no record shelf with a page in x-resources'],
  ])('%o', (wish, message) => {
    expect(() => scaffold(sampleProject(), { kind: 'screen', of: '', titles: {}, ...wish })).toThrow(message);
  });
});
