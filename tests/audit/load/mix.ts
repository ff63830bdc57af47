/**
 * The request mix of users of a long list: 60 % its first page, 25 % a filter and an order, 10 % two filters, 5 % a
 * search.
 */
import type { Client } from '../../server/support.ts';

/** Returns a value of a filter, a different one each time. */
type Choice = () => unknown;

export interface List {
  name: string;
  path: string;
  login: string;
  /** The order when the screen opens. */
  order: string;
  orders: readonly string[];
  filters: Readonly<Record<string, Choice>>;
  /** Texts to search for; none where the list has no search. */
  searches: readonly string[];
}

interface Named {
  name: string;
}

interface Vehicle {
  id: string;
  group: Named | null;
  type: Named;
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
const few = (list: readonly string[]): Choice => {
  return () => [...new Set([pick(list), pick(list)])];
};
const one =
  <T>(list: readonly T[]): Choice =>
  () =>
    pick(list);
const day = (): string => new Date(Date.now() - Math.random() * 900 * 86_400_000).toISOString().slice(0, 10);
const digits = (count: number) => String(Math.floor(Math.random() * 10 ** count)).padStart(count, '0');
const plate = () => `${pick([...'АВЕКМНОРСТУХ'])}${digits(3)}`;

const PATHS = {
  contracts: '/api/v3/contract/paging',
  customers: '/api/v3/customer/paging',
  vehicles: '/api/v3/vehicle/paging',
  weighings: '/api/v3/visit-point/weighing/paging',
};

/** Returns the measured lists, with values that rows have. */
export async function listsOf(client: Client): Promise<List[]> {
  const page = async <T>(path: string, count: number): Promise<T[]> => {
    const { body, status } = await client.call<{ list: T[] }>('GET', path, { query: { count } });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    return body.list;
  };
  const customers = await page<{ id: string; shortName: string }>(PATHS.customers, 500);
  const vehicles = await page<Vehicle>(PATHS.vehicles, 500);
  const weighings = await page<{ visitPoint: { id: string }; garbageType: { name: string } }>(
    PATHS.weighings,
    200,
  );
  const details = await Promise.all(
    vehicles.slice(0, 40).map(({ id }) => client.get<{ owner: { id: string } | null }>(`/vehicle/${id}`)),
  );
  const owners = details.flatMap(({ body }) => body.owner?.id ?? []);
  const ids = customers.map(({ id }) => id);
  return [
    {
      name: 'contracts',
      path: PATHS.contracts,
      login: 'manager',
      order: '+changeTime',
      orders: orders(
        'number name type customer supplier segment effectiveDate expirationDate status changeTime',
      ),
      filters: {
        types: few(['COLLECTION', 'GENERATION', 'UTILIZATION', 'SOIL', 'SERVICE', 'MANAGE', 'WASH']),
        statuses: few(['ACTIVE', 'BLOCKED', 'INACTIVE', 'EXPIRED', 'REMOVED']),
        segment: one(['HOUSING', 'BUDGET', 'RETAIL', 'CATERING', 'INDUSTRY', 'OFFICE', 'GARDENING']),
        dateFrom: day,
        dateTo: day,
        customerId: one(ids),
        partyId: one(ids),
        changedSince: day,
        autoRenewal: one([true, false]),
        kind: one(['CUSTOMER', 'SUPPLIER']),
      },
      searches: [
        ...customers.slice(0, 100).map(({ shortName }) => shortName),
        ...Array.from({ length: 100 }, () => `ЭР-2025/00${digits(3)}`),
        ...Array.from({ length: 100 }, () => `участок ${digits(3)}`),
        'транспорт',
        'мойка',
      ],
    },
    {
      name: 'vehicles',
      path: PATHS.vehicles,
      login: 'fleet',
      order: '-regNumber',
      orders: orders('regNumber garageNumber model type group accountingPolicy'),
      filters: {
        groups: few(vehicles.flatMap(({ group }) => group?.name ?? [])),
        types: few(vehicles.map(({ type }) => type.name)),
        attributes: few(['REAR_CAMERA', 'GPS_SEAL', 'LOW_EMISSION', 'NARROW_BODY', 'NIGHT_WORK']),
        owner: one(owners),
        regNumber: plate,
        garageNumber: () => digits(2),
        deviceId: () => `L${digits(3)}`,
        managed: one([true, false]),
        contractNumber: () => `/00${digits(3)}-${digits(2)}`,
      },
      searches: [...Array.from({ length: 200 }, plate), 'КАМАЗ', 'МАЗ', 'Scania'],
    },
    {
      name: 'weighings',
      path: PATHS.weighings,
      login: 'scales',
      order: '+time',
      orders: orders('time net'),
      filters: {
        visitPointId: one(weighings.map(({ visitPoint }) => visitPoint.id)),
        dateFrom: day,
        dateTo: day,
        timeFrom: one(['06:00', '08:30', '13:00']),
        timeTo: one(['12:00', '18:00', '21:30']),
        action: one(['IN', 'OUT', 'ANY']),
        garbageTypes: few(weighings.map(({ garbageType }) => garbageType.name)),
        vehicleId: one(vehicles.map(({ id }) => id)),
      },
      searches: [],
    },
  ];
}

const orders = (fields: string): string[] => fields.split(' ').flatMap((field) => [`+${field}`, `-${field}`]);

/** Returns the address of the next request. */
export function questionOf(list: List): string {
  const kind = Math.random();
  const query = new URLSearchParams({ page: '0', count: '10', order: list.order });
  if (kind >= 0.6 && kind < 0.95) {
    const names = Object.keys(list.filters).sort(() => Math.random() - 0.5);
    const chosen = names.slice(0, kind < 0.85 ? 1 : 2);
    const filter = Object.fromEntries(chosen.map((name) => [name, list.filters[name]!()]));
    query.set('filter', JSON.stringify(filter));
    query.set('order', pick(list.orders));
  } else if (kind >= 0.95 && list.searches.length > 0) query.set('query', pick(list.searches));
  return `${list.path}?${query.toString()}`;
}
