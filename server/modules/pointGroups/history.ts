/** Change history of folders and groups, with old and new values, from the audit log. */
import { sql, type SqlBool } from 'kysely';
import { handlers, instanceHandler, type InstanceCall } from '../../access/handler.ts';
import { shortNameOf } from '../../access/accounts.ts';
import { readList } from '../../database/list.ts';
import { anyOf, containing } from '../../database/paging.ts';
import { loadCaptions, type Captions } from '../../records/captions.ts';
import type { Row } from '../../records/rows.ts';
import { within } from '../system/logDays.ts';
import { FOREIGN, requireVisibleGroup } from './visible.ts';

const ENTITIES = ['pointGroup', 'pointGroupDirectory'];

interface Ground {
  captions: Captions;
  call: Pick<InstanceCall, 'translate'>;
  /** Names by id or code: folders, districts. */
  names: ReadonlyMap<string, string>;
}

type Format = (value: unknown, ground: Ground) => string;
const plain: Format = (value) => (value === null || value === undefined ? '' : String(value));
const wordOf =
  (dictionary: string): Format =>
  (value, { captions }) =>
    value ? captions.value(dictionary, String(value)).caption : '';
const named: Format = (value, { names }) => (value ? (names.get(String(value)) ?? '') : '');
const list =
  (each: (item: never, ground: Ground) => string): Format =>
  (value, ground) =>
    ((value ?? []) as never[]).map((item) => each(item, ground)).join('; ');

/** Columns included in the history, with their formatters. */
const FORMATS: Record<string, Format> = {
  name: plain,
  root: wordOf('directoryTypes'),
  directory_id: named,
  parent_id: named,
  vehicle_group: wordOf('vehicleGroups'),
  vehicle_type: wordOf('vehicleTypes'),
  cluster: plain,
  districts: list((code: string, { names }) => names.get(code) ?? code),
  colour: plain,
  strict_sequence: (value, { call }) => call.translate(value ? 'common.yes' : 'common.no'),
  comment: plain,
  area: (value, { call }) =>
    value
      ? call.translate('server.pointGroups.history.vertices', {
          count: ((value as { coordinates: unknown[][] }).coordinates[0]?.length ?? 1) - 1,
        })
      : '',
  elements: list((element: ToldElement) => elementText(element)),
  visibility: wordOf('directoryVisibilities'),
  divisions: list((name: string) => name),
  schedule: plain,
};

interface ToldElement {
  order: number;
  address: string;
  name: string;
  timeFrom: string | null;
  timeTo: string | null;
  garbageTypes: { caption: string }[];
  containerTypes: { caption: string }[];
}

function elementText({
  order,
  address,
  name,
  timeFrom,
  timeTo,
  garbageTypes,
  containerTypes,
}: ToldElement): string {
  const more = [...garbageTypes, ...containerTypes].map(({ caption }) => caption);
  if (timeFrom) more.unshift(`${timeFrom}–${timeTo}`);
  return `${order}. ${address}, ${name}${more.length > 0 ? ` (${more.join(', ')})` : ''}`;
}

const codeOf = (column: string) =>
  column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const textOf = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));

function changesOf(before: Row | null, after: Row | null, ground: Ground) {
  return Object.entries(FORMATS).flatMap(([column, format]) => {
    const [old, now] = [before?.[column], after?.[column]];
    // A list that is missing in an entry was not changed.
    if (before && after && (!(column in before) || !(column in after))) return [];
    const [oldValue, newValue] = [textOf(old), textOf(now)];
    const [oldText, newText] = [before ? format(old, ground) : '', after ? format(now, ground) : ''];
    if (oldValue === newValue || (oldText === newText && oldText === '')) return [];
    const fieldName = codeOf(column);
    const fieldCaption = ground.call.translate(`server.pointGroups.field.${fieldName}`);
    return [{ fieldName, fieldCaption, oldValue, newValue, oldText, newText }];
  });
}

/** Returns the ids and codes that rows refer to. */
function namedIn(rows: readonly (Row | null)[]) {
  const ids = new Set<string>();
  const codes = new Set<string>();
  for (const row of rows) {
    for (const column of ['directory_id', 'parent_id'])
      if (typeof row?.[column] === 'string') ids.add(row[column]);
    for (const code of (row?.['districts'] ?? []) as string[]) codes.add(code);
  }
  return { ids: [...ids], codes: [...codes] };
}

export const pointGroupHistoryHandlers = handlers({
  pointGroupHistory: instanceHandler<'pointGroupHistory'>(
    async (call) => {
      const { scope, account, parameters, translate, locale } = call;
      const { filter = {}, pointGroupId, query } = parameters;
      const db = scope.db;
      let rows = db
        .selectFrom('audit_log as l')
        .leftJoin('accounts as a', 'a.id', 'l.account_id')
        .where('l.entity', '=', anyOf(ENTITIES, 'text'))
        .where('l.instance_id', '=', account.instance.id)
        .where(
          within(
            'audit_time',
            {
              ...(filter.dateFrom && { from: filter.dateFrom }),
              ...(filter.dateTo && { to: filter.dateTo }),
            },
            account,
          ) as never,
        );
      if (!account.permissions.includes(FOREIGN)) rows = rows.where('l.account_id', '=', account.id);
      if (pointGroupId) {
        await requireVisibleGroup(db, account, pointGroupId);
        rows = rows.where('l.entity_id', '=', pointGroupId.toLowerCase());
      }
      if (filter.operations?.length) rows = rows.where('l.action', '=', anyOf(filter.operations, 'text'));
      if (query?.trim()) {
        const pattern = containing(query);
        rows = rows.where(
          sql<SqlBool>`(coalesce(l.after, l.before) ->> 'name' ilike ${pattern} or a.last_name ilike ${pattern})` as never,
        );
      }
      const shown = rows.selectAll('l').select(['a.last_name', 'a.first_name', 'a.middle_name']);
      const sorts = { time: { by: sql.ref('l.audit_time') } };
      const order = parameters.order ?? '+time';
      const page = await readList(db, call, { rows, shown, order, sorts, id: sql.ref('l.id') }, (row) => row);
      const captions = await loadCaptions(db, locale);
      const { ids, codes } = namedIn(
        page.list.flatMap(({ before, after }) => [before, after] as (Row | null)[]),
      );
      const names = new Map<string, string>();
      if (ids.length > 0)
        for (const { id, name } of await db
          .selectFrom('point_group_directories')
          .select(['id', 'name'])
          .where('id', 'in', ids)
          .execute())
          names.set(id, name);
      if (codes.length > 0)
        for (const { code, name } of await db
          .selectFrom('locations')
          .select(['code', 'name'])
          .where('code', 'in', codes)
          .execute())
          names.set(String(code), name);
      const ground: Ground = { captions, call, names };
      return {
        ...page,
        list: page.list.map((row) => {
          const [before, after] = [row.before, row.after] as [Row | null, Row | null];
          const operation = captions.all('pointGroupOperations').some(({ name }) => name === row.action)
            ? captions.value('pointGroupOperations', row.action)
            : { name: row.action, caption: translate(`server.pointGroups.operation.${row.action}`) };
          const { last_name: lastName, first_name: firstName, middle_name: middleName } = row;
          return {
            id: String(row.id),
            time: row.audit_time.toISOString(),
            author:
              lastName !== null && firstName !== null
                ? shortNameOf({ lastName, firstName, middleName })
                : (row.account_login ?? ''),
            elementType: row.entity === 'pointGroup' ? ('POINT_GROUP' as const) : ('DIRECTORY' as const),
            elementId: row.entity_id,
            name: String((after ?? before)?.['name'] ?? ''),
            operation,
            changes: changesOf(before, after, ground),
          };
        }),
      };
    },
    ['time'],
  ),
});
