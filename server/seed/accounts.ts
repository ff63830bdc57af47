/** Demo instances and accounts: one for every role and kind of instance. */
import { readFileSync } from 'node:fs';
import type { Permissions } from '../../engine/language/permissions.ts';
import type { InstanceType } from '../database/schema.ts';

/** The password of every demo account. */
export const DEMO_PASSWORD = 'demo';

export interface DemoInstance {
  key: string;
  name: string;
  type: InstanceType;
  owner: { name: string; shortName: string };
  /** Its share of customers and contracts, in percent. */
  share: number;
  /** Prefix of its contract numbers. */
  prefix: string;
  vehicles: number;
}

export const demoInstances: readonly DemoInstance[] = [
  {
    key: 'ecoregion',
    name: 'ЭкоРегион',
    type: 'RO',
    owner: { name: 'Общество с ограниченной ответственностью «ЭкоРегион»', shortName: 'ООО «ЭкоРегион»' },
    share: 45,
    prefix: 'ЭР',
    vehicles: 60,
  },
  {
    key: 'chisty-kray',
    name: 'Чистый край',
    type: 'RO',
    owner: { name: 'Акционерное общество «Чистый край»', shortName: 'АО «Чистый край»' },
    share: 25,
    prefix: 'ЧК',
    vehicles: 40,
  },
  {
    key: 'chistotrans',
    name: 'ЧистоТранс',
    type: 'CARRIER',
    owner: { name: 'Общество с ограниченной ответственностью «ЧистоТранс»', shortName: 'ООО «ЧистоТранс»' },
    share: 12,
    prefix: 'ЧТ',
    vehicles: 45,
  },
  {
    key: 'poligon-severny',
    name: 'Полигон Северный',
    type: 'GW_WEIGHER',
    owner: { name: 'Акционерное общество «Полигон Северный»', shortName: 'АО «Полигон Северный»' },
    share: 10,
    prefix: 'ПС',
    vehicles: 12,
  },
  {
    key: 'ecology',
    name: 'Комитет экологии',
    type: 'ECOLOGY',
    owner: { name: 'Комитет экологии и природопользования', shortName: 'Комитет экологии' },
    share: 5,
    prefix: 'КЭ',
    vehicles: 8,
  },
  {
    key: 'administration',
    name: 'Администрация портала',
    type: 'ADMINISTRATION',
    owner: { name: 'Государственное учреждение «Цифровая экология»', shortName: 'ГУ «Цифровая экология»' },
    share: 3,
    prefix: 'АП',
    vehicles: 5,
  },
];

const MANAGER = ['MANAGE_CONTRACTS', 'MANAGE_CUSTOMER_CONTRACTS', 'MANAGE_CUSTOMERS'];

const FLEET = ['VEHICLES_VIEW_VEHICLES', 'SUBMIT_VEHICLE'];
const SCALES = [
  'VISITPOINTS_EDITOR',
  'WEIGHER_VIEW_DATA',
  'WEIGHINGS_EDIT',
  'CUSTOMER_COUPONS',
  'COUPON_ADMIN',
];

export interface DemoAccount {
  login: string;
  password: string;
  lastName: string;
  firstName: string;
  middleName: string;
  /** Key of a demo instance. */
  instance: string;
  role: string;
  permissions: readonly string[];
}

/** Every permission that the product knows. */
export function allPermissions(): string[] {
  const file = new URL('../../schemas/permissions.json', import.meta.url);
  const { permissions } = JSON.parse(readFileSync(file, 'utf8')) as Permissions;
  return permissions.map(({ code }) => code);
}

const account = (
  login: string,
  name: string,
  instance: string,
  role: string,
  permissions: readonly string[],
): DemoAccount => {
  const [lastName = '', firstName = '', middleName = ''] = name.split(' ');
  return { login, password: DEMO_PASSWORD, lastName, firstName, middleName, instance, role, permissions };
};

export const demoAccounts: readonly DemoAccount[] = [
  account('admin', 'Громов Виктор Сергеевич', 'ecoregion', 'Администратор', allPermissions()),
  account('manager', 'Белова Анна Павловна', 'ecoregion', 'Менеджер', MANAGER),
  account('contracts', 'Крылов Олег Иванович', 'ecoregion', 'Реестр договоров', ['MANAGE_CONTRACTS']),
  account('reader', 'Читалова Нина Олеговна', 'ecoregion', 'Просмотр договоров', [
    'MANAGE_CUSTOMER_CONTRACTS',
  ]),
  account('customers', 'Савина Ирина Дмитриевна', 'ecoregion', 'Клиенты', ['MANAGE_CUSTOMERS']),
  account('fleet', 'Зорин Павел Олегович', 'ecoregion', 'Механик', FLEET),
  account('dispatcher', 'Мельник Дарья Ильинична', 'ecoregion', 'Диспетчер', [
    'VEHICLES_VIEW_VEHICLES',
    'Диспетчер',
  ]),
  account('scales', 'Тихонов Роман Юрьевич', 'ecoregion', 'Весовщик', SCALES),
  account('planner', 'Маршрутова Елена Андреевна', 'ecoregion', 'Плановик маршрутов', [
    'REGISTRY_OF_ROUTING_GROUPS',
    'ROUTE_GROUP_REGISTER_EDITOR',
    'VEHICLES_VIEW_VEHICLES',
  ]),
  account('results', 'Соколова Мария Игоревна', 'ecoregion', 'Контролёр результатов', [
    'INCIDENT__READ_ONLY',
    'INCIDENTS_PROCESSING',
  ]),
  account('agreement', 'Расчётова Ольга Юрьевна', 'ecoregion', 'Согласование', [
    'RO_ORDER_AGREEMENT',
    'RO_CARRIER_EDIT_VOLUME',
    'RO_NEW_CLAIM',
  ]),
  account('reports', 'Отчётова Вера Николаевна', 'ecoregion', 'Читатель отчётов', ['REPORTS_VIEW']),
  account('analyst', 'Сводный Илья Романович', 'ecoregion', 'Автор отчётов', [
    'REPORTS_VIEW',
    'REPORTS_MANAGER',
  ]),
  account('inspector', 'Обходчиков Артём Денисович', 'ecoregion', 'Инвентаризация площадок', [
    'STANDS_MAP',
    'STANDS_MAP_NEW',
    'MANAGE_INVENTORIES',
  ]),
  account('logist', 'Участкова Полина Игоревна', 'ecoregion', 'Логист участка', [
    'REGISTRY_OF_ROUTING_GROUPS',
  ]),
  account('logist2', 'Дальний Кирилл Олегович', 'ecoregion', 'Логист участка 2', [
    'REGISTRY_OF_ROUTING_GROUPS',
  ]),
  account('guest', 'Гостев Пётр Андреевич', 'ecoregion', 'Гость', []),
  account('manager2', 'Климова Ольга Викторовна', 'chisty-kray', 'Менеджер', [
    ...MANAGER,
    ...FLEET,
    ...SCALES,
  ]),
  account('carrier', 'Дорохов Максим Игоревич', 'chistotrans', 'Менеджер', MANAGER),
  account('claims', 'Спорова Инна Павловна', 'chistotrans', 'Претензии', ['RO_CARRIER_CLAIM_PROCESSING']),
  account('weigher', 'Весова Татьяна Николаевна', 'poligon-severny', 'Менеджер', MANAGER),
  account('ecology', 'Лесной Андрей Михайлович', 'ecology', 'Менеджер', MANAGER),
  account('administration', 'Главный Сергей Петрович', 'administration', 'Менеджер', MANAGER),
  account('chief', 'Порталов Денис Юрьевич', 'administration', 'Администратор портала', allPermissions()),
];

/** Properties of accounts that determine access, for `npm run access`. */
export const accounts = demoAccounts.map(({ login, instance, permissions }) => ({
  login,
  instanceType: demoInstances.find(({ key }) => key === instance)!.type,
  permissions,
}));
