/** Fast inserts: a batch is sent as one JSON parameter. */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import type { Database } from '../database/schema.ts';

const BATCH = 5000;

/** Collects rows of one table and writes them a batch at a time. */
export class Inserter {
  #rows: object[] = [];

  constructor(
    private readonly db: Db,
    private readonly table: keyof Database,
  ) {}

  async add(row: object): Promise<void> {
    this.#rows.push(row);
    if (this.#rows.length >= BATCH) await this.flush();
  }

  async flush(): Promise<void> {
    const rows = this.#rows;
    const [first] = rows;
    if (!first) return;
    this.#rows = [];
    const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
    const table = sql.table(this.table);
    await sql`insert into ${table} (${columns})
      select ${columns} from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)`.execute(
      this.db,
    );
  }
}
