/**
 * Which rows an account may see. A handler gets a database whose every query is narrowed to the account's
 * instance, so there is no clause that a handler could forget.
 */
import {
  AndNode,
  ColumnNode,
  OperationNodeTransformer,
  ParensNode,
  ReferenceNode,
  TableNode,
  ValueNode,
  WhereNode,
  BinaryOperationNode,
  OperatorNode,
  AliasNode,
  IdentifierNode,
  type DeleteQueryNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
  type SelectQueryNode,
  type Transaction,
  type UnknownRow,
  type UpdateQueryNode,
  ValuesNode,
} from 'kysely';
import type { Db } from '../database/connection.ts';
import type { Database } from '../database/schema.ts';
import { belongsToInstance, type Tables } from '../database/knownTables.ts';
import type { Account } from './accounts.ts';

/** Inside a transaction queries are narrowed just the same. */
export type ScopedTransaction = Transaction<Database>;

/** The part of the database that belongs to an account's instance; all of it for an administration. */
export class Scope {
  readonly db: Db;
  /** Undefined for accounts of an ADMINISTRATION instance: they see every instance. */
  readonly instanceId: string | undefined;

  constructor(
    db: Db,
    readonly account: Account,
    tables: Tables,
  ) {
    this.instanceId = account.instance.type === 'ADMINISTRATION' ? undefined : account.instance.id;
    this.db = this.instanceId === undefined ? db : db.withPlugin(new InstancePlugin(this.instanceId, tables));
  }

  /** Runs `work` in a transaction; it rolls back when `work` throws. */
  transaction<T>(work: (trx: ScopedTransaction) => Promise<T>): Promise<T> {
    return this.db.transaction().execute(work);
  }
}

class InstancePlugin implements KyselyPlugin {
  readonly #transformer: InstanceTransformer;

  constructor(instanceId: string, tables: Tables) {
    this.#transformer = new InstanceTransformer(instanceId, tables);
  }

  transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(args.node, args.queryId);
  }

  async transformResult(args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return args.result;
  }
}

/** Adds `instance_id = …` to every select, update and delete, nested ones included; checks every insert. */
class InstanceTransformer extends OperationNodeTransformer {
  constructor(
    private readonly instanceId: string,
    private readonly tables: Tables,
  ) {
    super();
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const select = super.transformSelectQuery(node, queryId);
    return this.narrow(select, select.from?.froms ?? []);
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const update = super.transformUpdateQuery(node, queryId);
    return this.narrow(update, [...(update.table ? [update.table] : []), ...(update.from?.froms ?? [])]);
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    const remove = super.transformDeleteQuery(node, queryId);
    return this.narrow(remove, [...remove.from.froms, ...(remove.using?.tables ?? [])]);
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const insert = super.transformInsertQuery(node, queryId);
    if (!insert.into || !belongsToInstance(this.tables, insert.into.table.identifier.name)) return insert;
    const at = insert.columns?.findIndex((column) => column.column.name === 'instance_id') ?? -1;
    const rows = insert.values && ValuesNode.is(insert.values) ? insert.values.values : [];
    const own = rows.every((row) => {
      const value: unknown = row.values[at];
      return (isValue(value) ? value.value : value) === this.instanceId;
    });
    if (at < 0 || rows.length === 0 || !own) {
      throw new Error(`A row for another instance must not enter ${insert.into.table.identifier.name}`);
    }
    return insert;
  }

  private narrow<T extends OperationNode & { where?: WhereNode }>(
    node: T,
    sources: readonly OperationNode[],
  ): T {
    let where = node.where;
    for (const source of sources) {
      const table = this.ownTable(source);
      if (!table) continue;
      const own = BinaryOperationNode.create(
        ReferenceNode.create(ColumnNode.create('instance_id'), table),
        OperatorNode.create('='),
        ValueNode.create(this.instanceId),
      );
      // Parentheses: the clause that stands there may hold an "or".
      where = WhereNode.create(where ? AndNode.create(ParensNode.create(where.where), own) : own);
    }
    return where === node.where ? node : { ...node, where };
  }

  /** The name by which the query calls a table of instances; undefined for other tables and subqueries. */
  private ownTable(source: OperationNode): TableNode | undefined {
    const node = AliasNode.is(source) ? source.node : source;
    if (!TableNode.is(node)) return undefined;
    if (!belongsToInstance(this.tables, node.table.identifier.name)) return undefined;
    if (!AliasNode.is(source)) return node;
    return IdentifierNode.is(source.alias) ? TableNode.create(source.alias.name) : undefined;
  }
}

function isValue(node: unknown): node is ValueNode {
  return typeof node === 'object' && node !== null && ValueNode.is(node as OperationNode);
}
