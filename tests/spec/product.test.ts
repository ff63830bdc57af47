// @vitest-environment happy-dom
/** Requirements of the specification for the product as a whole, checked on its compiled files. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { loadProject } from '../../engine/build/project.ts';
import { splitTexts } from '../../engine/build/texts.ts';
import type { CompiledForm, CompiledTable, CompiledValue } from '../../engine/language/compiled.ts';
import { evaluate, loadEvaluator } from '../../engine/language/evaluate.ts';
import type { Project } from '../../engine/language/project.ts';
import { nodesOf } from '../../engine/workshop/address.ts';
import { renewEngine } from '../engine.ts';
import { spec } from './spec.ts';

let project: Project;
beforeAll(() => {
  project = loadProject({ root: '.' });
});

it('uses Russian until another language is chosen, and English', async () => {
  spec('B-001', 'B-002', 'B-003', 'C-047');
  const { locales } = project.catalogue;
  expect(locales.map(({ name }) => name)).toEqual(['ru', 'en']);
  const textsOf = ({ texts }: (typeof locales)[number]) =>
    Object.fromEntries([...texts].map(([key, { text }]) => [key, text]));
  localStorage.clear();
  const loaders = Object.fromEntries(locales.map((one) => [one.name, async () => textsOf(one)]));
  const { i18n } = renewEngine({ locales: loaders });
  await i18n.start();
  expect([i18n.current(), i18n.t('login.title')]).toEqual(['ru', 'Вход в систему']);
  await i18n.setLocale('en');
  expect(i18n.t('login.title')).toBe('Sign in');
  // A language that the product does not have becomes Russian.
  localStorage.setItem('locale', 'de');
  const later = renewEngine({ locales: loaders }).i18n;
  await later.start();
  expect(later.current()).toBe('ru');
});

it('has its pages before sign-in, and the form of a task', () => {
  spec('B-027', 'B-059');
  const open = project.entries.filter((one) => one.public).flatMap(({ routes }) => routes);
  expect(open.map(({ path }) => path).toSorted()).toEqual(['/error/:error', '/login', '/public']);
  const pathOf = (id: string) => project.entries.find((one) => one.id === id)!.routes[0]!.path;
  expect(pathOf('tier')).toBe('/tier/:tierId');
});

it('names failed actions in the words of the specification, with the screens that alone have them', () => {
  spec('M-026', 'M-027', 'M-035');
  const texts = splitTexts(project);
  const expected = {
    vehicles: { 'errorMessages.vehiclePaging': 'An error occurred on loading list of vehicles' },
    'profile.info': {
      'errorMessages.profileGet': 'Error while getting profile',
      'errorMessages.profileSave': 'Error while saving profile',
    },
  };
  for (const [screen, own] of Object.entries(expected)) {
    expect(texts.ofScreen(screen)['en']).toMatchObject(own);
    expect(Object.keys(texts.start('en')).filter((key) => key in own)).toEqual([]);
  }
});

it('reports failures of reports, point groups and incidents in the words of the specification', () => {
  spec('M-006', 'M-007', 'M-008', 'M-009', 'M-010', 'M-066', 'M-045');
  const { locales, api } = project.catalogue;
  const text = (key: string) => locales.map(({ texts }) => texts.get(key)?.text);
  const failure = (id: string) => text(api.operations.get(id)!.failure?.key ?? `errorMessages.${id}`);
  const actual = Object.fromEntries(
    ['reportCategories', 'reports', 'reportFormatsOf', 'reportRequestAdd', 'reportRequestPaging'].map(
      (id) => [id, failure(id)[1]],
    ),
  );
  expect(actual).toEqual({
    reportCategories: 'An error occurred on loading report categories',
    reports: 'An error occurred on loading reports',
    reportFormatsOf: 'An error occurred on loading formats',
    reportRequestAdd: 'An error occurred on requesting a report',
    reportRequestPaging: 'An error occurred on loading report requests',
  });
  expect(text('report.canceled')[1]).toBe('Request canceled');
  expect(JSON.stringify(project.screens.get('report-requests'))).toContain('report.canceled');
  const keys = ['pointGroupDirectoryTree', 'pointGroupPaging', 'pointGroupGet', 'pointGroupHistory'].map(
    (id) => api.operations.get(id)!.failure!.key,
  );
  expect(keys).toEqual(
    ['directories', 'pointGroups', 'pointGroup', 'checkDirectoryName'].map(
      (name) => `errorMessages.pointGroups.${name}`,
    ),
  );
  for (const key of keys) expect(text(key).every(Boolean)).toBe(true);
});

it('picks one point group, replacing the former, or several', async () => {
  spec('B-201');
  await loadEvaluator();
  const rowsPicked = nodesOf(project.screens.get('pick.point-group')).flatMap((node) =>
    node['type'] === 'table' && node['name'] === 'elements' ? (node as unknown as CompiledTable).onRow : [],
  );
  const [first, second] = ['a', 'b'].map((id) => ({ id, elementType: 'POINT_GROUP' }));
  const chosenAfter = (multiple: boolean) => {
    const scope = { row: second, input: { multiple }, state: { chosen: [first], path: [] }, route: {} };
    const met = rowsPicked.find(({ when }) => !when || evaluate(when, scope) === true);
    const { values } = met!.do as unknown as { values: Record<string, CompiledValue> };
    return evaluate(values['chosen']!, scope);
  };
  expect(chosenAfter(false)).toEqual([second]);
  expect(chosenAfter(true)).toEqual([first, second]);
});

it('has the screen of road closures, and the values of an approval', () => {
  spec('B-103', 'road closures', 'B-179');
  const closures = project.entries.find(({ id }) => id === 'road-closures');
  expect(closures?.routes[0]?.menu).toBeDefined();
  const words = JSON.parse(readFileSync('server/dictionaries/agreement.json', 'utf8')) as Record<
    string,
    { name: string }[]
  >;
  const approvals = words['resultApprovals']!;
  expect(approvals.map(({ name }) => name).toSorted()).toEqual(['APPROVED', 'CONSIDERATION', 'REJECTED']);
});

it('reports that a customer was created as information, and a change as success', async () => {
  spec('M-079');
  await loadEvaluator();
  const submits = nodesOf(project.screens.get('customer')).flatMap((node) =>
    node['type'] === 'form' ? [(node as unknown as CompiledForm).submit] : [],
  );
  const tones = ['new', 'c1'].map((customerId) =>
    submits.map(({ successTone }) => successTone && evaluate(successTone, { route: { customerId } })),
  );
  expect(tones).toEqual([['info'], ['success']]);
  expect(JSON.stringify(submits)).toContain('customers.customer.createSuccess');
});

it('has a colour for each status of a contract', () => {
  spec('B-174');
  const { view } = project.screens.get('contracts')!;
  const status = view.type === 'table' ? view.columns.find(({ id }) => id === 'status') : undefined;
  const cells = status!.content.map((one) => one.do);
  expect(cells).toMatchObject([
    {
      cell: 'status',
      tones: {
        ACTIVE: 'success',
        BLOCKED: 'danger',
        INACTIVE: 'muted',
        EXPIRED: 'warning',
        REMOVED: 'muted',
      },
    },
  ]);
});

it('has the four widths of the specification', () => {
  spec('C-014');
  const css = readFileSync('engine/ui/theme.css', 'utf8');
  const widths = [...css.matchAll(/--breakpoint-(\w+): (\d+)px/g)].map(([, name, px]) => [name, Number(px)]);
  expect(Object.fromEntries(widths)).toEqual({ xs: 0, sm: 557, md: 917, lg: 1297 });
});

/** The Russian catalogue of the tabs of a contract; rules are described in two tabs of one (docs/decisions.md). */
const CATALOGUE: Record<string, string> = {
  general: 'Общие сведения',
  'incident auto-detection rules': 'Автоматическое создание инцидентов',
  'claim auto-creation': 'Автоматическое создание претензий',
  'collection management': 'Управление вывозом',
  'recalculation rules': 'Правила перерасчёта',
  transportation: 'Транспортирование',
  'agreement policies': 'Политики согласования',
  'binding rules': 'Правила привязки',
  'control policies': 'Политики контроля',
  'container groups': 'Группы контейнеров',
  'customer vehicles': 'Транспорт контрагента',
  'district distribution': 'Распределение по районам',
  documents: 'Документы',
  plan: 'План',
  limits: 'Лимиты',
  'mutual settlements': 'Взаиморасчёты',
  permissions: 'Разрешения и ограничения',
  subscriptions: 'Подписки',
  'client settlements': 'Расчёты с клиентами',
  'stand prototypes': 'Прототипы площадок',
  vehicles: 'Транспорт',
  'unloading points': 'Точки разгрузки',
  'loading points': 'Точки погрузки',
  integration: 'Интеграции',
  'automatic check rules': 'Правила автоматической проверки',
};

it('has every tab of a contract that the Russian catalogue names', () => {
  spec('B-105');
  spec(
    'contract tabs in the Russian catalogue: general, incident auto-detection rules, claim auto-creation, collection management, recalculation rules, transportation, agreement policies, binding rules, control policies, container groups, customer vehicles, district distribution, documents, plan, limits, mutual settlements, permissions, subscriptions, client settlements, stand prototypes, vehicles, unloading points, loading points, integration, automatic check rules',
  );
  const [ru] = project.catalogue.locales;
  const below = project.entries.filter(({ parent, tab }) => parent === 'contract' && tab);
  const labels = below.flatMap(({ id, tab }) => {
    const { view } = project.screens.get(id)!;
    return [tab!.label, ...(view.type === 'tabs' ? view.tabs.map(({ label }) => label) : [])];
  });
  const captions = labels.map((label) => 'key' in label && ru!.texts.get(label.key)?.text);
  expect(captions).toEqual(expect.arrayContaining(Object.values(CATALOGUE)));
  expect(below).toHaveLength(23);
});
