/** Rows of instances: whose ids are tried, whether they changed, and what refers to them. */
import type { Pool } from 'pg';
import type { Tables } from '../../../server/database/knownTables.ts';
import { NOBODY } from '../support.ts';
import type { Target } from './sites.ts';

/** The instance whose rows others request. */
export const OWNER = 'ЭкоРегион';

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

/** Values that no row has, by the type of the column. */
const NOBODYS: Record<string, string> = {
  uuid: NOBODY,
  text: 'nobody-has-it',
  int4: '2000000001',
  int8: '2000000001',
};

/** Rows that the seed gives no instance, or all of them alike. */
const MADE = [
  `insert into files (instance_id, uploader_id, entity, field, name, media_type, size, sha256, date, folder)
   select instance_id, id, 'contract', 'photos', 'a.jpg', 'image/jpeg', 1, '\\x01',
     (now() at time zone 'Europe/Moscow')::date, false from owner`,
  `insert into jobs (instance_id, owner_id, kind, lane, input, rank)
   select instance_id, id, 'test', 'light', '{}', 0 from owner`,
  `insert into sheet_imports (instance_id, account_id, record, file_name, rows, total, created, changed, unchanged,
     faulty, faults) select instance_id, id, 'timeCorrection', 'a.xlsx', '[]', 0, 0, 0, 0, 0, '[]' from owner`,
  `insert into preferences (instance_id, account_id, screen, view, schema_version, value)
   select instance_id, id, 'foreign', 'main', 1, '{}' from owner`,
  `insert into classifiers (instance_id, dictionary, name, caption_ru, caption_en, position)
   select instance_id, 'standMarks', 'OWN_FOREIGN', 'Чужое', 'Foreign', 900 from owner`,
  `insert into app_properties (instance_id, name, value, type)
   select instance_id, 'foreign.property', 'чужое', type from owner,
     (select type from app_properties where value is not null order by name limit 1) as known`,
  `insert into recalculations (instance_id, contract_id, event)
   select instance_id, (select id from contracts c where c.instance_id = owner.instance_id order by id limit 1),
     'FOREIGN' from owner`,
  `insert into contract_talon_links (instance_id, contract_id, login, token, state)
   select instance_id, (select id from contracts c where c.instance_id = owner.instance_id order by id limit 1),
     'foreign', 'secret', 'CONNECTED' from owner`,
  `insert into contract_rule_findings (instance_id, contract_id, task_item_id, task_date, purpose, rule, due_date)
   select owner.instance_id, (select id from contracts c where c.instance_id = owner.instance_id order by id limit 1),
     t.id, t.task_date, 'INCIDENT', 'FOREIGN', t.task_date from owner, lateral
       (select * from task_items t where t.instance_id = owner.instance_id order by id limit 1) t`,
  `insert into report_templates (instance_id, report_id, name, media_type, content)
   select instance_id, (select id from reports r where r.instance_id = owner.instance_id order by code limit 1),
     'a.docx', 'application/octet-stream', '\\x01' from owner`,
  // Codes of the seed are the same in every instance, so a report with a unique code is inserted.
  `insert into reports (instance_id, code, draft, published, published_version, publish_time)
   select r.instance_id, 'foreign-report', r.draft, r.published, 1, now() from reports r, owner
   where r.instance_id = owner.instance_id and r.code = 'performed-volume'`,
  `insert into container_types (instance_id, code, name, volume)
   select instance_id, 'FOREIGN', 'Чужой', 1 from owner`,
  `insert into garbage_types (instance_id, code, name) select instance_id, 'FOREIGN', 'Чужой' from owner`,
  `insert into locations (instance_id, parent_id, kind, code, name)
   select l.instance_id, l.parent_id, l.kind, 'FOREIGN', 'Чужой' from owner, lateral
     (select * from locations l where l.instance_id = owner.instance_id and kind = 'DISTRICT' order by id limit 1) l`,
];

/** Values of columns, by instance and by column of a table. */
export class Rows {
  readonly #found = new Map<string, string[]>();
  readonly #types = new Map<string, string>();

  private constructor(
    private readonly pool: Pool,
    private readonly tables: Tables,
    readonly owner: string,
  ) {}

  /** Inserts rows that the owner lacks; its account is `login`. */
  static async of(pool: Pool, tables: Tables, login: string): Promise<Rows> {
    for (const text of MADE)
      await pool.query(
        `with owner as (select id, instance_id from accounts where login = '${login}') ${text}`,
      );
    const { rows } = await pool.query<{ id: string }>(`select id from instances where name = '${OWNER}'`);
    return new Rows(pool, tables, rows[0]!.id);
  }

  /** Returns tables with ids of which the owner has no row. */
  async empty(): Promise<string[]> {
    const named = [...this.tables].filter(
      ([, { columns }]) => columns.has('instance_id') && columns.has('id'),
    );
    const found: string[] = [];
    for (const [table] of named)
      if ((await this.foreign({ table, column: 'id' })).length === 0) found.push(table);
    return found;
  }

  /**
   * Returns values of the owner that no other instance has, without rows of contracts with another instance and
   * customers that represent one: that instance may read them.
   */
  foreign(site: Target): Promise<string[]> {
    return this.#read(site, this.owner, true);
  }

  /** Returns values of an instance. */
  own(site: Target, instance: string): Promise<string[]> {
    return this.#read(site, instance, false);
  }

  async nobody({ table, column }: Target): Promise<string> {
    const key = `${table}.${column}`;
    if (!this.#types.has(key)) {
      const { rows } = await this.pool.query<{ type: string }>(
        `select udt_name as type from information_schema.columns
         where table_schema = current_schema() and table_name = $1 and column_name = $2`,
        [table, column],
      );
      this.#types.set(key, rows[0]?.type ?? 'uuid');
    }
    return NOBODYS[this.#types.get(key)!]!;
  }

  /** Clears the cached values of an instance. */
  forget(instance: string): void {
    for (const key of this.#found.keys()) if (key.startsWith(instance)) this.#found.delete(key);
  }

  async #read({ table, column }: Target, instance: string, alone: boolean): Promise<string[]> {
    if (!table) return [];
    const key = `${instance} ${alone} ${table}.${column}`;
    const known = this.#found.get(key);
    if (known) return known;
    const others = `select from ${table} o where o.${column} = t.${column} and ${this.#belongs(table, 'is distinct from $1', 'o')}`;
    const { rows } = await this.pool.query<{ value: string }>(
      `select distinct t.${column}::text as value, md5(t.${column}::text) from ${table} t
       where ${this.#belongs(table, '= $1')} and t.${column} is not null
         ${alone ? `and ${this.#alone(table)} and not exists (${others})` : ''}
       order by 2 limit 40`,
      [instance],
    );
    const values = rows.map(({ value }) => value);
    this.#found.set(key, values);
    return values;
  }

  #belongs(table: string, is: string, alias = 't'): string {
    if (table === 'instances') return `${alias}.id ${is}`;
    if (this.tables.get(table)!.columns.has('instance_id')) return `${alias}.instance_id ${is}`;
    const to = this.tables
      .get(table)!
      .references.find((each) => this.tables.get(each.table)?.columns.has('instance_id'))!;
    return `(select r.instance_id from ${to.table} r where r.${to.key} = ${alias}.${to.column}) ${is}`;
  }

  /** Condition: no other instance is a party to the row. */
  #alone(table: string): string {
    const linked = 'select id from customers where linked_instance_id is not null';
    const contracts = `select id from contracts where customer_id in (${linked}) or supplier_id in (${linked})`;
    const { columns } = this.tables.get(table)!;
    if (table === 'customers') return 't.linked_instance_id is null';
    if (table === 'contracts') return `t.id not in (${contracts})`;
    if (columns.has('contract_id')) return `(t.contract_id is null or t.contract_id not in (${contracts}))`;
    if (columns.has('carrier_id')) return `t.carrier_id not in (${linked})`;
    return 'true';
  }

  /** Tables whose rows belong to instances, directly or through a reference. */
  #belonging(): string[] {
    return [...this.tables.keys()].filter(
      (name) =>
        name === 'instances' ||
        this.tables.get(name)!.columns.has('instance_id') ||
        this.tables
          .get(name)!
          .references.some((each) => this.tables.get(each.table)?.columns.has('instance_id')),
    );
  }

  /** Returns a fingerprint of every row of the owner, by table. */
  async fingerprint(): Promise<Record<string, string>> {
    const { rows } = await this.pool.query<{ table: string; print: string }>(
      this.#belonging()
        .map(
          (table) => `select '${table}' as table,
             count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as print
           from ${table} t where ${this.#belongs(table, '= $1')}`,
        )
        .join(' union all '),
      [this.owner],
    );
    return Object.fromEntries(rows.map(({ table, print }) => [table, print]));
  }

  /** Returns every id of the owner. */
  async ids(): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ id: string }>(
      this.#belonging()
        .filter((table) => this.tables.get(table)!.columns.has('id') && table !== 'instances')
        .map((table) => `select t.id::text as id from ${table} t where ${this.#belongs(table, '= $1')}`)
        .join(' union all '),
      [this.owner],
    );
    return new Set(rows.map(({ id }) => id).filter((id) => id.length === 36));
  }

  /** Returns the given ids that rows of other instances refer to, by table. */
  async named(ids: ReadonlySet<string>): Promise<string[]> {
    const found: string[] = [];
    for (const table of this.#belonging()) {
      const { rows } = await this.pool.query<{ text: string }>(
        `select t::text as text from ${table} t where ${this.#belongs(table, 'is distinct from $1')}`,
        [this.owner],
      );
      for (const { text } of rows)
        for (const id of idsIn(text)) if (ids.has(id)) found.push(`${table} ${id}`);
    }
    return [...new Set(found)].toSorted();
  }
}

/** Returns everything in a text that looks like an id. */
export const idsIn = (text: string): string[] => text.match(UUID) ?? [];
