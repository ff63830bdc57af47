/**
 * Which rows an account may see. A handler gets a database whose every query is narrowed to the account's reach, so
 * there is no clause that a handler could forget.
 */
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely';
import { transaction, type Db, type DbTransaction } from '../database/connection.ts';
import type { Tables } from '../database/knownTables.ts';
import type { Account } from './accounts.ts';
import { Narrowing } from './narrowing.ts';
import { isNarrowed, reachOf, type Reach, type Side } from './reach.ts';

declare const scoped: unique symbol;

/**
 * A database whose queries are narrowed to what an account reaches; only `Scope` makes one. It may be passed where a
 * `Db` is needed, a plain `Db` not where this is.
 *
 * @example const contractsOf = (db: ScopedDb) => db.selectFrom('contracts').selectAll();
 * contractsOf(scope.db);
 * contractsOf(connection.db); // does not compile
 */
export type ScopedDb = Db & { readonly [scoped]: true };

/** A transaction of a scoped database: its queries are narrowed in the same way. */
export type ScopedTransaction = DbTransaction & { readonly [scoped]: true };

/** The part of the database that an account reaches; all of it for an administration without districts or divisions. */
export class Scope {
  readonly db: ScopedDb;
  /** Undefined for accounts of an ADMINISTRATION instance: they see every instance. */
  readonly instanceId: string | undefined;
  readonly reach: Reach;

  constructor(
    private readonly whole: Db,
    readonly account: Account,
    private readonly tables: Tables,
    readonly side: Side = 'own',
  ) {
    const reach = reachOf(account, side);
    this.reach = reach;
    this.instanceId = reach.everywhere ? undefined : reach.home;
    const all = reach.everywhere && !isNarrowed(reach);
    this.db = (all ? whole : whole.withPlugin(new ReachPlugin(reach, tables))) as ScopedDb;
  }

  /** Returns the scope of the same account for another side. */
  on(side: Side): Scope {
    return new Scope(this.whole, this.account, this.tables, side);
  }

  /**
   * Returns the audit log of a record that the scope has shown: an account that sees a record sees its history. People
   * of other instances are not named, see `historyOf`.
   */
  logOf(entity: string, id: string) {
    return this.whole
      .selectFrom('audit_log as l')
      .where('l.entity', '=', entity)
      .where('l.entity_id', '=', id.toLowerCase());
  }

  /** Runs `work` in a transaction; it rolls back when `work` throws. */
  transaction<T>(work: (trx: ScopedTransaction) => Promise<T>): Promise<T> {
    return scopedTransaction(this.db, work);
  }
}

/** Runs `work` in a transaction of a scoped database, or in the current one if it already is a transaction. */
export function scopedTransaction<T>(db: ScopedDb, work: (trx: ScopedTransaction) => Promise<T>): Promise<T> {
  return transaction(db, (trx) => work(trx as ScopedTransaction));
}

class ReachPlugin implements KyselyPlugin {
  readonly #narrowing: Narrowing;

  constructor(reach: Reach, tables: Tables) {
    this.#narrowing = new Narrowing(reach, tables);
  }

  transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
    return this.#narrowing.transformNode(args.node, args.queryId);
  }

  async transformResult(args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return args.result;
  }
}
