/**
 * The data of the benchmark, generated from one seed: rows, pages of them, and the schemas of its forms. The
 * hand-written pages and the screens show the same.
 */
import type { JsonSchema } from '../../engine/language/schema.ts';
import { Random } from '../../server/core/random.ts';

export interface Contract {
  id: number;
  code: string;
  name: string;
  customer: string;
  type: string;
  status: string;
  amount: number;
  currency: string;
  signed: string;
  starts: string;
  ends: string;
  owner: string;
  active: boolean;
}

const column = (field: string, title: string, width: number) => ({ field, title, width });
export const CONTRACT_COLUMNS = [
  column('code', 'Code', 110),
  column('name', 'Name', 240),
  column('customer', 'Customer', 200),
  column('type', 'Type', 110),
  column('status', 'Status', 110),
  column('amount', 'Amount', 130),
  column('currency', 'Currency', 90),
  column('signed', 'Signed', 120),
  column('starts', 'Starts', 120),
  column('ends', 'Ends', 120),
  column('owner', 'Owner', 130),
  column('active', 'Active', 90),
];
export const WIDE_COLUMNS = Array.from({ length: 60 }, (_, i) => column(`c${i}`, `Column ${i}`, 120));

export const STATUS = ['draft', 'review', 'approved', 'active', 'suspended', 'closed'];
export const TYPES = ['supply', 'service', 'lease', 'license', 'loan'];
const CURRENCY = ['EUR', 'USD', 'CNY', 'GBP'];
const NAMES =
  'Alder Birch Cedar Dogwood Elm Fir Ginkgo Hazel Juniper Larch Maple Oak Pine Quince Rowan Spruce Walnut Yew Zelkova'.split(
    ' ',
  );
const KINDS = 'Logistics Foods Energy Textiles Machines Systems Trading Holding Studio Works'.split(' ');
const PEOPLE = 'A. Moreau,B. Novak,C. Silva,D. Okafor,E. Tanaka,F. Weber,G. Rossi,H. Lund'.split(',');

export function makeRows(count = 10_000): Contract[] {
  const random = new Random(42);
  const day = (year: number) =>
    new Date(Date.UTC(year, 0, 1) + Math.floor(random.next() * 2000) * 864e5).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, i) => {
    const customer = `${random.pick(NAMES)} ${random.pick(KINDS)}`;
    const type = random.pick(TYPES);
    return {
      id: i + 1,
      code: `C-${String(i + 1).padStart(6, '0')}`,
      name: `${type} agreement ${1000 + Math.floor(random.next() * 9000)} with ${customer}`,
      customer,
      type,
      status: random.pick(STATUS),
      // All different, so that a sort has one correct result.
      amount: ((i * 7919 + 13) % count) * 100 + Math.floor(random.next() * 99),
      currency: random.pick(CURRENCY),
      signed: day(2019),
      starts: day(2020),
      ends: day(2026),
      owner: random.pick(PEOPLE),
      active: random.chance(0.6),
    };
  });
}

/** Returns rows of many columns, every third of them numeric. */
export function makeWide(count = 2000): Record<string, string | number>[] {
  return Array.from({ length: count }, (_, id) => ({
    id,
    ...Object.fromEntries(
      WIDE_COLUMNS.map(({ field }, c) => [field, c % 3 ? `${id} in ${c}` : (id * 7919 + c) % count]),
    ),
  }));
}

export interface Asked {
  page?: string;
  count?: string;
  query?: string;
  /** `+amount`, `-amount` */
  order?: string;
  status?: string;
  type?: string;
  amountFrom?: string;
}

export function pageOf(rows: readonly Contract[], params: Asked): { list: Contract[]; size: number } {
  const text = params.query?.toLowerCase();
  let found = rows.filter(
    (row) =>
      (!text || row.name.toLowerCase().includes(text) || row.customer.toLowerCase().includes(text)) &&
      (!params.status || row.status === params.status) &&
      (!params.type || row.type === params.type) &&
      (!params.amountFrom || row.amount >= Number(params.amountFrom)),
  );
  if (params.order) {
    const turn = params.order.startsWith('-') ? -1 : 1;
    const field = params.order.replace(/^[-+ ]/, '') as keyof Contract;
    found = found.toSorted((a, b) => (a[field] < b[field] ? -turn : a[field] > b[field] ? turn : 0));
  }
  const count = Number(params.count ?? 100);
  const from = Number(params.page ?? 0) * count;
  return { list: found.slice(from, from + count), size: found.length };
}

/** String, number, enum, boolean, day in rotation; 40 % of them required. */
export function makeSchema(fields: number): JsonSchema & { properties: Record<string, JsonSchema> } {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (let i = 0; i < fields; i++) {
    const title = `Field ${i}`;
    const kinds: JsonSchema[] = [
      { type: 'string', title, minLength: 2, maxLength: 80 },
      { type: 'number', title, minimum: 0, maximum: 1_000_000 },
      { type: 'string', title, enum: STATUS },
      { type: 'boolean', title },
      { type: 'string', title, format: 'date' },
    ];
    properties[`f${i}`] = kinds[i % 5]!;
    if (i % 2 === 0 && i % 5 !== 3) required.push(`f${i}`);
  }
  return { type: 'object', properties, required };
}
