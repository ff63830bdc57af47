/** Parts of names for the seed; identifiers have correct lengths and check digits. */
import type { Random } from '../core/random.ts';

const MALE_LAST = [
  'Иванов',
  'Смирнов',
  'Кузнецов',
  'Попов',
  'Васильев',
  'Петров',
  'Соколов',
  'Михайлов',
  'Новиков',
  'Фёдоров',
  'Морозов',
  'Волков',
  'Алексеев',
  'Лебедев',
  'Семёнов',
  'Егоров',
  'Павлов',
  'Козлов',
  'Степанов',
  'Николаев',
  'Орлов',
  'Андреев',
  'Макаров',
  'Никитин',
  'Захаров',
  'Зайцев',
  'Соловьёв',
  'Борисов',
  'Яковлев',
  'Григорьев',
];
const MALE_FIRST = [
  'Александр',
  'Сергей',
  'Андрей',
  'Дмитрий',
  'Алексей',
  'Максим',
  'Евгений',
  'Иван',
  'Михаил',
  'Николай',
  'Павел',
  'Роман',
  'Владимир',
  'Олег',
  'Игорь',
];
const FEMALE_FIRST = [
  'Елена',
  'Ольга',
  'Наталья',
  'Татьяна',
  'Ирина',
  'Светлана',
  'Анна',
  'Мария',
  'Екатерина',
  'Юлия',
  'Марина',
  'Галина',
  'Людмила',
  'Вера',
  'Надежда',
];
const FATHERS = [
  'Александров',
  'Сергеев',
  'Андреев',
  'Дмитриев',
  'Алексеев',
  'Иванов',
  'Михайлов',
  'Николаев',
  'Павлов',
  'Владимиров',
  'Викторов',
  'Петров',
];

export interface Person {
  lastName: string;
  firstName: string;
  middleName: string;
}

export function person(random: Random): Person {
  const last = random.pick(MALE_LAST);
  const father = random.pick(FATHERS);
  return random.chance(0.5)
    ? { lastName: last, firstName: random.pick(MALE_FIRST), middleName: `${father}ич` }
    : { lastName: `${last}а`, firstName: random.pick(FEMALE_FIRST), middleName: `${father}на` };
}

export const fullName = (p: Person) => `${p.lastName} ${p.firstName} ${p.middleName}`;
export const initials = (p: Person) => `${p.lastName} ${p.firstName[0]}. ${p.middleName[0]}.`;

const ROOTS = [
  'Альфа',
  'Вектор',
  'Горизонт',
  'Звезда',
  'Импульс',
  'Каскад',
  'Ладога',
  'Меридиан',
  'Нива',
  'Орион',
  'Парус',
  'Радуга',
  'Сириус',
  'Талисман',
  'Уют',
  'Феникс',
  'Центр',
  'Эталон',
  'Юпитер',
  'Ярмарка',
  'Берёзка',
  'Восход',
  'Гранит',
  'Дельта',
  'Енисей',
  'Жемчужина',
  'Зенит',
  'Исток',
  'Кристалл',
  'Луч',
  'Маяк',
  'Новый дом',
  'Олимп',
  'Престиж',
  'Родник',
  'Север',
  'Темп',
  'Успех',
  'Фаворит',
  'Хлебный двор',
];
const TRADES = [
  '',
  '',
  '',
  'Сервис',
  'Строй',
  'Торг',
  'Логистик',
  'Инвест',
  'Продукт',
  'Плюс',
  'Комфорт',
  'Групп',
];
const PUBLIC = [
  'Средняя школа № ',
  'Детский сад № ',
  'Городская больница № ',
  'Поликлиника № ',
  'Библиотека № ',
];

export interface Company {
  kind: 'LEGAL' | 'SOLE_TRADER' | 'INDIVIDUAL';
  name: string;
  shortName: string;
  person: Person | null;
}

export function company(random: Random): Company {
  const root = random.pick(ROOTS);
  const trade = random.pick(TRADES);
  const title = trade ? `${root} ${trade}` : root;
  const form = random.weighted([
    ['ooo', 46],
    ['ao', 10],
    ['ip', 18],
    ['public', 12],
    ['person', 14],
  ] as const);
  switch (form) {
    case 'ooo':
      return {
        kind: 'LEGAL',
        name: `Общество с ограниченной ответственностью «${title}»`,
        shortName: `ООО «${title}»`,
        person: null,
      };
    case 'ao':
      return {
        kind: 'LEGAL',
        name: `Акционерное общество «${title}»`,
        shortName: `АО «${title}»`,
        person: null,
      };
    case 'public': {
      const name = `${random.pick(PUBLIC)}${random.int(1, 60)}`;
      return {
        kind: 'LEGAL',
        name: `Муниципальное бюджетное учреждение «${name}»`,
        shortName: `МБУ «${name}»`,
        person: null,
      };
    }
    case 'ip': {
      const owner = person(random);
      return {
        kind: 'SOLE_TRADER',
        name: `Индивидуальный предприниматель ${fullName(owner)}`,
        shortName: `ИП ${initials(owner)}`,
        person: owner,
      };
    }
    case 'person': {
      const owner = person(random);
      return { kind: 'INDIVIDUAL', name: fullName(owner), shortName: initials(owner), person: owner };
    }
  }
}

const control = (digits: string, weights: readonly number[]) =>
  String((weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0) % 11) % 10);

/** ИНН: 10 digits for organisations, 12 for people, with correct check digits. */
export function tin(random: Random, kind: Company['kind']): string {
  const region = String(random.int(1, 89)).padStart(2, '0');
  if (kind === 'LEGAL') {
    const body = region + random.digits(7);
    return body + control(body, [2, 4, 10, 3, 5, 9, 4, 6, 8]);
  }
  let body = region + random.digits(8);
  body += control(body, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]);
  return body + control(body, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]);
}

/** КПП of the same region as the ИНН. */
export const registrationCode = (random: Random, ofTin: string) =>
  `${ofTin.slice(0, 2)}${random.digits(2)}01001`;

/** ОГРН (13 digits) or ОГРНИП (15) with the correct check digit. */
export function registrationNumber(random: Random, kind: Company['kind'], ofTin: string): string {
  const year = String(random.int(2, 24)).padStart(2, '0');
  const body =
    (kind === 'LEGAL' ? '1' : '3') + year + ofTin.slice(0, 2) + random.digits(kind === 'LEGAL' ? 7 : 9);
  return body + String(Number(BigInt(body) % (kind === 'LEGAL' ? 11n : 13n)) % 10);
}

export const phone = (random: Random) =>
  `+7 (9${random.digits(2)}) ${random.digits(3)}-${random.digits(2)}-${random.digits(2)}`;

const PLATE_LETTERS = 'АВЕКМНОРСТУХ';
const REGIONS = ['50', '77', '97', '99', '150', '177', '197', '750', '777', '799'];
const MODELS = [
  ['КАМАЗ-65115', ['TIPPER', 'HOOK_LIFT', 'REAR_LOADER']],
  ['КАМАЗ-43253', ['SKIP_LOADER', 'SIDE_LOADER']],
  ['МАЗ-5340', ['SIDE_LOADER', 'REAR_LOADER']],
  ['МАЗ-6312', ['HOOK_LIFT', 'REAR_LOADER']],
  ['Scania P280', ['REAR_LOADER']],
  ['Scania P360', ['HOOK_LIFT', 'REAR_LOADER']],
  ['Volvo FM', ['HOOK_LIFT']],
  ['Mercedes-Benz Econic', ['REAR_LOADER']],
  ['ГАЗон NEXT', ['SIDE_LOADER', 'WASHER']],
  ['Hino 500', ['REAR_LOADER', 'WASHER']],
] as const;

export function vehicle(random: Random): { regNumber: string; model: string; type: string } {
  const letter = () => random.pick([...PLATE_LETTERS]);
  const regNumber = `${letter()}${String(random.int(1, 999)).padStart(3, '0')}${letter()}${letter()}${random.pick(REGIONS)}`;
  const [model, types] = random.pick(MODELS);
  return { regNumber, model, type: random.pick<string>(types) };
}
