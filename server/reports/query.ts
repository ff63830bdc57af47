/**
 * Parses the text of a query by PostgreSQL's own parser: one SELECT of the published views, with functions of an
 * allowlist. This is the first of two barriers. The second is the database role that runs the query, which protects
 * where this one has a gap.
 */
import { loadModule, parseSync, scanSync } from 'libpg-query';
import { FUNCTIONS, OPERATORS, TYPES } from './allowed.ts';
import { namesOf, sqlTypeOf, type QueryFault, type ReportParameter } from './definition.ts';
import { viewOf } from './views.ts';

/** Most characters of a query; the parser accepts longer ones, but no one can read them. */
export const LONGEST_QUERY = 20_000;
const DEEPEST = 200;

let loading: Promise<void> | undefined;

/** Loads the parser, once per process. */
export function loadParser(): Promise<void> {
  return (loading ??= loadModule());
}

/** A query that may be run. */
export interface ReadyQuery {
  /** With protocol parameters in place of names. */
  text: string;
  /** Names of the parameters, in the order of their numbers. */
  names: string[];
  /** Views that it reads. */
  views: string[];
  /** Place of a character of `text` (from 0) in the original query. */
  placeOf(position: number): { line: number; column: number };
}

/** Thrown for a rejected query. */
export class QueryRefused extends Error {
  constructor(readonly fault: QueryFault) {
    super(fault.key ?? fault.text ?? 'refused');
    this.name = 'QueryRefused';
  }
}

type Node = Record<string, unknown>;

/** Checks a query; throws `QueryRefused` with the place of the first error. */
export async function readQuery(query: string, parameters: readonly ReportParameter[]): Promise<ReadyQuery> {
  await loadParser();
  if (query.includes('\0')) throw refused('nul', { line: 1, column: 1 });
  if (query.length > LONGEST_QUERY)
    throw refused('long', { line: 1, column: 1 }, { limit: String(LONGEST_QUERY) });
  const bound = bind(query, parameters);
  const place = (byte: number) => bound.placeOf(charactersBefore(bound.text, byte));
  const tree = parse(bound);
  const statements = (tree as { stmts?: { stmt: Node; stmt_location?: number }[] }).stmts ?? [];
  const [first, second] = statements;
  if (!first) throw refused('empty', { line: 1, column: 1 });
  if (second) throw refused('several', place(second.stmt_location ?? 0));
  if (!first.stmt['SelectStmt']) throw refused('select', place(first.stmt_location ?? 0));
  const reading = new Reading(place);
  reading.collectNames(first.stmt);
  reading.check(first.stmt, 0, -1);
  return { ...bound, views: [...reading.views] };
}

function refused(key: string, place: { line: number; column: number }, values?: Record<string, string>) {
  return new QueryRefused({ ...place, key: `server.report.fault.${key}`, ...(values && { values }) });
}

function parse(bound: {
  text: string;
  placeOf(position: number): { line: number; column: number };
}): unknown {
  try {
    return parseSync(bound.text);
  } catch (error) {
    const details = (error as { sqlDetails?: { message: string; cursorPosition: number } }).sqlDetails;
    if (!details) throw error;
    const place = bound.placeOf(Math.max(0, details.cursorPosition));
    throw new QueryRefused({ ...place, text: details.message });
  }
}

/** Converts a byte offset of the parser into a count of characters. */
function charactersBefore(text: string, byte: number): number {
  if (byte <= 0) return 0;
  return Buffer.from(text, 'utf8').subarray(0, byte).toString('utf8').length;
}

interface Token {
  start: number;
  end: number;
  tokenName: string;
  text: string;
}

/** Replaces `:name` by numbered parameters, each with its type. */
function bind(query: string, parameters: readonly ReportParameter[]) {
  const types = new Map(parameters.flatMap((one) => namesOf(one).map((name) => [name, sqlTypeOf(one)])));
  const bytes = Buffer.from(query, 'utf8');
  const before = (byte: number) => bytes.subarray(0, byte).toString('utf8').length;
  const names: string[] = [];
  /** Pieces of the text, each with its start in both texts. */
  const pieces: { at: number; from: number; written: boolean }[] = [];
  let text = '';
  let taken = 0;
  const take = (until: number) => {
    pieces.push({ at: text.length, from: taken, written: true });
    text += query.slice(taken, until);
  };
  const tokens = tokensOf(query);
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i]!;
    const next = tokens[i + 1];
    if (token.tokenName === 'PARAM')
      throw refused('parameter', placeIn(query, before(token.start)), { name: token.text });
    if (token.text !== ':' || !next || next.start !== token.end || !/^[a-z_]\w*$/i.test(next.text)) continue;
    const from = before(token.start);
    const type = types.get(next.text);
    if (type === undefined) throw refused('unknownParameter', placeIn(query, from), { name: next.text });
    if (!names.includes(next.text)) names.push(next.text);
    take(from);
    taken = before(next.end);
    pieces.push({ at: text.length, from, written: false });
    text += `($${names.indexOf(next.text) + 1}::${type})`;
    i += 1;
  }
  take(query.length);
  const placeOf = (position: number) => {
    const piece = pieces.findLast(({ at }) => at <= position) ?? { at: 0, from: 0, written: true };
    return placeIn(query, piece.written ? piece.from + position - piece.at : piece.from);
  };
  return { text, names, placeOf };
}

function tokensOf(query: string): Token[] {
  try {
    return (scanSync(query) as { tokens: Token[] }).tokens;
  } catch {
    // The parser rejects text that cannot be split into tokens, and reports the place.
    return [];
  }
}

function placeIn(text: string, position: number): { line: number; column: number } {
  const lines = text.slice(0, position).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

const WRITES = ['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'];
/** Node types allowed in a query; all others are rejected, so that a later parser version cannot add any. */
const NODES: ReadonlySet<string> = new Set([
  'SelectStmt', 'ResTarget', 'ColumnRef', 'A_Star', 'A_Const', 'A_Expr', 'A_ArrayExpr', 'A_Indirection', 'A_Indices',
  'BoolExpr', 'BooleanTest', 'NullTest', 'CaseExpr', 'CaseWhen', 'CoalesceExpr', 'MinMaxExpr', 'FuncCall', 'TypeCast',
  'SQLValueFunction', 'SubLink', 'RangeVar', 'RangeSubselect', 'RangeFunction', 'JoinExpr', 'SortBy', 'WindowDef',
  'CommonTableExpr', 'ParamRef', 'String', 'Integer', 'Float', 'Boolean', 'List', 'RowExpr', 'GroupingSet', 'GroupingFunc',
  'NamedArgExpr', 'CollateClause', 'Alias', 'TypeName', 'WithClause',
]); // prettier-ignore
const VALUES = /^SVFOP_(CURRENT_DATE|CURRENT_TIME|CURRENT_TIMESTAMP|LOCALTIME|LOCALTIMESTAMP)/;

class Reading {
  readonly views = new Set<string>();
  readonly #named = new Set<string>();

  constructor(private readonly place: (byte: number) => { line: number; column: number }) {}

  /** Collects the names of the query's own tables (WITH). */
  collectNames(node: unknown): void {
    each(node, (name, value) => {
      if (name === 'CommonTableExpr') this.#named.add(String(value['ctename']));
    });
  }

  /** Walks the tree; `at` is the nearest known location. */
  check(value: unknown, depth: number, at: number): void {
    if (depth > DEEPEST) throw this.#refused('deep', at);
    if (Array.isArray(value)) return value.forEach((one) => this.check(one, depth + 1, at));
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value as Node)) {
      const own = (inner as { location?: number } | null)?.location;
      const here = typeof own === 'number' && own >= 0 ? own : at;
      if (/^[A-Z]/.test(name)) this.#node(name, inner as Node, here);
      else this.#property(name, inner, here);
      this.check(inner, depth + 1, here);
    }
  }

  #node(name: string, node: Node, at: number): void {
    if (WRITES.includes(name)) throw this.#refused('select', at);
    if (!NODES.has(name)) throw this.#refused('syntax', at, { name });
    if (name === 'RangeVar') this.#table(node, at);
    if (name === 'FuncCall') this.#function(node, at);
    if (name === 'A_Expr') this.#operator(node['name'], at);
    if (name === 'SortBy') this.#operator(node['useOp'], at);
    if (name === 'SubLink') this.#operator(node['operName'], at);
    if (name === 'SQLValueFunction' && !VALUES.test(String(node['op'])))
      throw this.#refused('function', at, { name: String(node['op']).replace('SVFOP_', '').toLowerCase() });
    if (name === 'CommonTableExpr' && /^(pg_|sql_|information_schema)/i.test(String(node['ctename'])))
      throw this.#refused('table', at, { name: String(node['ctename']) });
  }

  /** Checks parts that appear in the tree under the name of a property. */
  #property(name: string, value: unknown, at: number): void {
    if (name === 'intoClause') throw this.#refused('into', at);
    if (name === 'lockingClause') throw this.#refused('lock', at);
    if (name === 'recursive' && value === true) throw this.#refused('recursive', at);
    if (name === 'typeName') this.#type(value as Node, at);
    if (name === 'relation') this.#table(value as Node, at);
  }

  #table(node: Node, at: number): void {
    const name = String(node['relname']);
    const schema = node['schemaname'];
    if (node['catalogname'] !== undefined) throw this.#refused('table', at, { name });
    if (schema === undefined && this.#named.has(name) && !viewOf(name)) return;
    if ((schema !== undefined && schema !== 'report') || !viewOf(name)) {
      throw this.#refused('table', at, { name: schema === undefined ? name : `${String(schema)}.${name}` });
    }
    this.views.add(name);
  }

  #function(node: Node, at: number): void {
    const [name, schema] = namesIn(node['funcname']).toReversed();
    const known =
      name !== undefined && FUNCTIONS.has(name) && (schema === undefined || schema === 'pg_catalog');
    if (!known) throw this.#refused('function', at, { name: name ?? '' });
  }

  #operator(names: unknown, at: number): void {
    if (names === undefined) return;
    const [name = '', schema] = namesIn(names).toReversed();
    if (/^(NOT )?BETWEEN( SYMMETRIC)?$/.test(name)) return;
    if (!OPERATORS.has(name) || (schema !== undefined && schema !== 'pg_catalog'))
      throw this.#refused('operator', at, { name });
  }

  #type(node: Node, at: number): void {
    const [name = '', schema] = namesIn(node['names']).toReversed();
    if (!TYPES.has(name) || (schema !== undefined && schema !== 'pg_catalog') || node['pct_type'])
      throw this.#refused('type', at, { name });
  }

  #refused(key: string, at: number, values?: Record<string, string>): QueryRefused {
    return refused(key, this.place(at), values);
  }
}

/** Returns the parts of a dotted name. */
function namesIn(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.map((one) => String((one as { String?: { sval?: string } }).String?.sval ?? ''));
}

function each(value: unknown, seen: (name: string, node: Node) => void): void {
  if (Array.isArray(value)) value.forEach((one) => each(one, seen));
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value as Node)) {
      if (typeof inner === 'object' && inner !== null) seen(name, inner as Node);
      each(inner, seen);
    }
}
