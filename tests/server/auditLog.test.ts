/** Captions of the audit log: names of kinds, entries, actions and fields in both languages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadApi, loadLocales } from '../../server/core/projectFiles.ts';
import { translator, type Locale } from '../../server/core/texts.ts';
import { confirmDue } from '../../server/modules/agreement/agreeResults.ts';
import { AUDITED, records } from '../../server/modules/handlers.ts';
import {
  actionCaption,
  auditKindsOf,
  entityCaption,
  fieldCaption,
  isPresented,
} from '../../server/modules/system/auditTexts.ts';
import { AUDIT_ACTIONS } from '../../server/records/auditKinds.ts';
import { ROOT, signIn, startTestServer, type Client, type TestServer } from './support.ts';

interface Entry {
  id: string;
  record: string;
  fields: string;
  entity: { name: string; caption: string };
  action: { name: string; caption: string };
}

const LANGUAGES: Locale[] = ['ru', 'en'];
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-/;
const kinds = auditKindsOf(loadApi(ROOT), records);
const locales = loadLocales(ROOT);
/** Without the fallback to Russian, a text that one language lacks is its key. */
const only = (locale: Locale) => translator({ ru: locales[locale], en: locales[locale] }, locale);

let server: TestServer;
let admin: Client;
let columns: Map<string, string[]>;
let transitions: { entity: string; action: string }[];

beforeAll(async () => {
  server = await startTestServer({ scale: 0.02 });
  admin = await signIn(server, 'admin');
  const { rows } = await server.pool.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' group by table_name`,
  );
  columns = new Map(rows.map((row) => [row.name, row.columns]));
  transitions = await server.db.selectFrom('transitions').select(['entity', 'action']).distinct().execute();
});
afterAll(() => server.close());

/** The entries of a record, newest first. */
async function entriesOf(recordId: string, language: Locale): Promise<Entry[]> {
  const query = { filter: JSON.stringify({ recordId }) };
  const { body } = await admin.call<{ list: Entry[] }>('GET', '/api/v3/audit-log/paging', {
    query,
    headers: { 'Accept-Language': language },
  });
  return body.list;
}

const ofAdmin = `instance_id = (select instance_id from accounts where login = 'admin')`;

async function one<T extends object>(query: string, values: unknown[] = []): Promise<T> {
  const { rows } = await server.pool.query<T>(query, values);
  return rows[0]!;
}

describe.each(LANGUAGES)('the texts of the audit log in %s', (locale) => {
  const translate = only(locale);

  it('name every kind of entry, and the filter offers all of them', () => {
    expect(AUDITED.toSorted()).toEqual([...kinds.keys()].toSorted());
    expect(AUDITED.filter((name) => entityCaption(name, translate) === name)).toEqual([]);
  });

  it('name every action, including those of the table of transitions', () => {
    expect(AUDIT_ACTIONS.filter((action) => actionCaption('', action, translate) === action)).toEqual([]);
    const known: readonly string[] = AUDIT_ACTIONS;
    expect(transitions.length).toBeGreaterThan(30);
    expect(transitions.filter(({ entity, action }) => !kinds.has(entity) || !known.includes(action))).toEqual(
      [],
    );
  });

  it('name every column of every logged table', () => {
    const missing = [...kinds].flatMap(([name, kind]) => {
      const logged = columns.get(kind.table) ?? [];
      expect([name, logged.length > 0]).toEqual([name, true]);
      return logged
        .filter((column) => isPresented(column) && fieldCaption(name, kind, column, translate) === undefined)
        .map((column) => `${name}.${column}`);
    });
    expect(missing).toEqual([]);
  });
});

describe('the title of an entry', () => {
  it('consists of properties of the record, or of columns where there is no record', () => {
    const unknown = [...kinds].flatMap(([name, { record, table, title = [] }]) =>
      title
        .map((part) => (typeof part === 'string' ? part : part.by))
        .filter((part) => !record?.bound.has(part) && !columns.get(table)!.includes(part))
        .map((part) => `${name}.${part}`),
    );
    expect(unknown).toEqual([]);
  });

  it('is never an id, whatever is logged of a row', async () => {
    const tried: string[] = [];
    for (const [name, { table }] of kinds) {
      const made = await server.pool.query(
        `insert into audit_log (instance_id, entity, entity_id, action, after)
         select t.instance_id, $1, $2, 'save', to_jsonb(t) from ${table} t where t.${ofAdmin} limit 1`,
        [name, `row of ${name}`.toLowerCase()],
      );
      if (made.rowCount) tried.push(name);
    }
    expect(tried.length).toBeGreaterThan(40);
    const names = await Promise.all(
      tried.map(async (name) => {
        const [entry] = await entriesOf(`row of ${name}`, 'ru');
        return [name, entry!.record] as const;
      }),
    );
    expect(names.filter(([name, record]) => UUID.test(record) || record === `row of ${name}`)).toEqual([]);
    // No part of it is a code of a dictionary either.
    expect(names.filter(([, record]) => /\b[A-Z]+_[A-Z]+\b/.test(record))).toEqual([]);
  });

  it('is the id when nothing else is known of the row', async () => {
    await server.pool.query(
      `insert into audit_log (instance_id, entity, entity_id, action, after)
       select instance_id, 'formerKind', 'bare', 'formerAction', '{"former_field": 1}'
       from accounts where login = 'admin'`,
    );
    const [entry] = await entriesOf('bare', 'ru');
    expect(entry).toMatchObject({
      record: 'bare',
      fields: 'formerField',
      entity: { caption: 'formerKind' },
      action: { caption: 'formerAction' },
    });
  });
});

describe('the audit log shows captions', () => {
  it('for a confirmed result: its address and day', async () => {
    const { id, address, instance } = await one<{ id: string; address: string; instance: string }>(
      `update csoris set csori_date = '2026-03-05', status = 'AGREEMENT', confirm_mode = 'AUTO',
         billed_count = 2, billed_volume = 2.2, control_date = current_date - 3, decision = null,
         decided_by = null, decision_time = null, approved_count = null, approved_volume = null
       where id = (select id from csoris where ${ofAdmin} and status = 'AGREEMENT' order by id limit 1)
       returning id, address, instance_id as instance`,
    );
    await confirmDue(server.db, instance);
    const [[ru], [en]] = await Promise.all([entriesOf(id, 'ru'), entriesOf(id, 'en')]);
    expect(ru).toMatchObject({
      record: `${address}, 05.03.2026`,
      entity: { name: 'csori', caption: 'Результат вывоза' },
      action: { name: 'confirm', caption: 'Автоматическое согласование' },
    });
    expect(ru!.fields.split(', ')).toEqual(
      expect.arrayContaining(['Статус', 'Согласовано', 'м³', 'Решение', 'Когда решено']),
    );
    expect(en).toMatchObject({
      record: `${address}, 05.03.2026`,
      entity: { caption: 'Collection result' },
      action: { caption: 'Approved automatically' },
    });
    expect(en!.fields).toContain('Approved, m³');
  });

  it('for a saved limit and a created tariff: the number of their contract', async () => {
    const { list } = (
      await admin.get<{ list: { id: string; name: string; shortName: string }[] }>('/customer/paging', {
        count: 2,
      })
    ).body;
    const sides = list.map(({ id, name, shortName }) => ({ id, name, shortName }));
    const contract = await admin.post<{ id: string }>('/contract', {
      number: 'В-17',
      name: 'Журнал',
      type: { name: 'COLLECTION', caption: '' },
      customer: sides[0],
      supplier: sides[1],
      effectiveDate: '2026-01-01',
    });
    const contractId = contract.body.id;
    const given = {
      contractId,
      type: { name: 'VOLUME', caption: '' },
      unit: 'M3',
      period: 'MONTH',
      value: 10,
      effectiveDate: '2026-02-01',
    };
    const limit = await admin.post<{ id: string; version: number }>('/contract-limit', given);
    const { id, version } = limit.body;
    expect((await admin.post('/contract-limit', { ...given, id, version, value: 12 })).status).toBe(200);
    const [garbage] = (await admin.get<object[]>('/common/garbageTypes')).body;
    const tariff = await admin.post<{ id: string }>('/collection-tariff', {
      contractId,
      garbageType: garbage!,
      type: { name: 'PER_WEIGHT', caption: '' },
      price: 100,
      unit: { name: 'T', caption: '' },
      beginDate: '2026-02-01',
    });
    expect([limit.status, tariff.status]).toEqual([200, 200]);
    const read = async (language: Locale) => {
      const [[saved], [created]] = await Promise.all([
        entriesOf(id, language),
        entriesOf(tariff.body.id, language),
      ]);
      return [saved, created].map((entry) => [
        entry!.record,
        entry!.entity.caption,
        entry!.action.caption,
        entry!.fields,
      ]);
    };
    expect(await read('ru')).toEqual([
      ['В-17, Объём, Месяц, 01.02.2026', 'Лимит договора', 'Изменение', 'Значение'],
      [
        'В-17, Грунт, За тонну, 01.02.2026',
        'Тариф на вывоз',
        'Создание',
        'Тариф, Единица, Цена, Действует с, Договор, Вид отходов',
      ],
    ]);
    expect(await read('en')).toEqual([
      ['В-17, Volume, Month, 01.02.2026', 'Contract limit', 'Changed', 'Value'],
      [
        'В-17, Грунт, Per tonne, 01.02.2026',
        'Collection tariff',
        'Created',
        'Tariff, Unit, Price, Valid from, Contract, Waste type',
      ],
    ]);
  });
});
