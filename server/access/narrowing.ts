/** Rewrites every query of a scope, including nested ones, so that it only reaches what the account reaches. */
import {
  AndNode,
  AliasNode,
  ColumnNode,
  ColumnUpdateNode,
  ExpressionWrapper,
  IdentifierNode,
  OnNode,
  OperationNodeTransformer,
  ParensNode,
  sql,
  TableNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
  type DeleteQueryNode,
  type InsertQueryNode,
  type JoinNode,
  type MergeQueryNode,
  type OperationNode,
  type QueryId,
  type SelectQueryNode,
  type UpdateQueryNode,
} from 'kysely';
import { belongsToInstance, knownTable, type Tables } from '../database/knownTables.ts';
import { changeableOf, conditionOf, mayReferTo } from './clauses.ts';
import { isNarrowed, type Reach } from './reach.ts';

interface Source {
  table: string;
  alias: string;
}

/** Narrows selects, updates and deletes by conditions; checks what inserts and updates write. */
export class Narrowing extends OperationNodeTransformer {
  constructor(
    private readonly reach: Reach,
    private readonly tables: Tables,
  ) {
    super();
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const select = super.transformSelectQuery(node, queryId);
    return this.#narrow(select, select.from?.froms ?? []);
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const update = super.transformUpdateQuery(node, queryId);
    const target = update.table && sourceOf(update.table);
    const narrowed = this.#narrow(update, update.from?.froms ?? [], update.table ? [update.table] : []);
    return target && update.updates
      ? { ...narrowed, updates: this.#checkedUpdates(target.table, update.updates) }
      : narrowed;
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    const remove = super.transformDeleteQuery(node, queryId);
    return this.#narrow(remove, remove.using?.tables ?? [], remove.from.froms);
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const insert = super.transformInsertQuery(node, queryId);
    const table = insert.into?.table.identifier.name;
    if (table === undefined || !belongsToInstance(this.tables, table)) return insert;
    this.#requireInstance(insert, table);
    if (!isNarrowed(this.reach)) return insert;
    const names = insert.columns?.map((column) => column.column.name) ?? [];
    const { values, onConflict } = insert;
    const rows = values && ValuesNode.is(values) ? values.values : [];
    const checked = rows.map((row) => {
      const nodes = row.values.map((value) => (isNode(value) ? value : ValueNode.create(value)));
      return ValueListNode.create(nodes.map((value, at) => this.#checked(table, names[at], value)));
    });
    return {
      ...insert,
      values: ValuesNode.create(checked),
      ...(onConflict?.updates && {
        onConflict: { ...onConflict, updates: this.#checkedUpdates(table, onConflict.updates) },
      }),
    };
  }

  protected override transformMergeQuery(_node: MergeQueryNode): never {
    throw new Error('A scoped query cannot be a merge: what it writes is not narrowed');
  }

  /** Requires `instance_id` in an insert: the account's own instance, or one that is linked to it. */
  #requireInstance(insert: InsertQueryNode, table: string): void {
    const { everywhere, home, partners } = this.reach;
    if (everywhere) return;
    const at = insert.columns?.findIndex((column) => column.column.name === 'instance_id') ?? -1;
    const rows = insert.values && ValuesNode.is(insert.values) ? insert.values.values : [];
    const reached = rows.every((row) => {
      const value: unknown = row.values[at];
      const id = isNode(value) && ValueNode.is(value) ? value.value : value;
      return id === home || partners.includes(id as string);
    });
    if (at < 0 || rows.length === 0 || !reached)
      throw new Error(`A row for another instance must not enter ${table}`);
  }

  #checkedUpdates(table: string, updates: readonly ColumnUpdateNode[]): readonly ColumnUpdateNode[] {
    if (!isNarrowed(this.reach)) return updates;
    return updates.map((update) => {
      const name = ColumnNode.is(update.column) ? update.column.column.name : undefined;
      return ColumnUpdateNode.create(update.column, this.#checked(table, name, update.value));
    });
  }

  /** Wraps a value so that the query fails if it would place the row outside the account's reach. */
  #checked(table: string, column: string | undefined, node: OperationNode): OperationNode {
    const reference = knownTable(this.tables, table).references.find((each) => each.column === column);
    if (!reference) return node;
    const type = sql.raw(reference.type);
    const value = sql`cast(${new ExpressionWrapper(node)} as ${type})`;
    const may = mayReferTo(this.tables, this.reach, reference, value);
    if (!may) return node;
    const refused = sql`cast(refuse_outside(${column}) as ${type})`;
    return sql`case when ${value} is null or ${may} then ${value} else ${refused} end`.toOperationNode();
  }

  #narrow<T extends OperationNode & { where?: WhereNode; joins?: readonly JoinNode[] }>(
    node: T,
    from: readonly OperationNode[],
    changed: readonly OperationNode[] = [],
  ): T {
    const sources = [...changed, ...from].flatMap((each) => sourceOf(each) ?? []);
    const conditions = sources.flatMap(({ table, alias }, at) =>
      at < changed.length ? this.#changeableOf(table, alias) : this.#conditionOf(table, alias),
    );
    const joins = node.joins?.map((join) => {
      const source = sourceOf(join.table);
      if (!source) return join;
      if (join.joinType === 'InnerJoin' || join.joinType === 'CrossJoin') {
        conditions.push(...this.#conditionOf(source.table, source.alias));
        return join;
      }
      return this.#tie(join, source, sources[0]);
    });
    return {
      ...node,
      ...(joins && { joins }),
      ...(conditions.length > 0 && { where: WhereNode.create(both(node.where?.where, conditions)) }),
    };
  }

  /** Rows that a visible row is left-joined to are shown with it, if they belong to the same instance. */
  #tie(join: JoinNode, { table, alias }: Source, root: Source | undefined): JoinNode {
    if (join.joinType !== 'LeftJoin')
      throw new Error(`A scoped query cannot narrow the ${join.joinType} of ${table}`);
    if (!belongsToInstance(this.tables, table)) return join;
    const conditions =
      root && belongsToInstance(this.tables, root.table)
        ? this.#beside(table, alias, root.alias)
        : this.#conditionOf(table, alias);
    return { ...join, on: OnNode.create(both(join.on?.on, conditions)) };
  }

  /** Returns the condition for rows of the same instance as the visible row, or shared by all instances. */
  #beside(table: string, alias: string, root: string): OperationNode[] {
    const own = sql.ref(`${alias}.instance_id`);
    const same = sql`${own} = ${sql.ref(`${root}.instance_id`)}`;
    const { shared } = knownTable(this.tables, table);
    return [(shared ? sql`(${same} or ${own} is null)` : same).toOperationNode()];
  }

  #conditionOf(table: string, alias: string): OperationNode[] {
    const condition = conditionOf(this.tables, this.reach, table, alias);
    return condition ? [condition.toOperationNode()] : [];
  }

  #changeableOf(table: string, alias: string): OperationNode[] {
    const condition = changeableOf(this.tables, this.reach, table, alias);
    return condition ? [condition.toOperationNode()] : [];
  }
}

/** Joins conditions with "and"; the existing clause gets parentheses because it may contain an "or". */
function both(given: OperationNode | undefined, conditions: readonly OperationNode[]): OperationNode {
  const parts = [...(given ? [ParensNode.create(given)] : []), ...conditions];
  return parts.reduce((left, right) => AndNode.create(left, right));
}

function isNode(value: unknown): value is OperationNode {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

/** Returns a table and its alias in the query; undefined for subqueries. */
function sourceOf(node: OperationNode): Source | undefined {
  const table = AliasNode.is(node) ? node.node : node;
  if (!TableNode.is(table)) return undefined;
  const name = table.table.identifier.name;
  if (!AliasNode.is(node)) return { table: name, alias: name };
  return IdentifierNode.is(node.alias) ? { table: name, alias: node.alias.name } : undefined;
}
