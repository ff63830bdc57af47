/**
 * Types CEL expressions against the scopes of a place (rules 5 and 6): every name, member, enum value and
 * operator is resolved before the expression runs. The library parses; the types come from the API.
 */
import { Environment, type ASTNode, type ParseError } from '@marcbachmann/cel-js';
import { nearest, plain, type DiagnosticCode, type DiagnosticFacts } from './diagnostics.ts';
import { FUNCTIONS, registerFunctions, type ParameterType } from './functions.ts';
import { own } from './own.ts';
import { stripNull, typeWord, type JsonSchema, type Schemas } from './schema.ts';
import {
  ANY,
  BOOLEAN,
  DATE,
  INTEGER,
  NULL,
  NUMBER,
  STRING,
  describeType,
  enumWords,
  fits,
  listOf,
  looksLike,
  member,
  narrow,
  objectOf,
  unite,
} from './types.ts';

/** Scopes of the language; a place offers some of them. */
export const SCOPES = [
  'route',
  'query',
  'row',
  'form',
  'item',
  'filters',
  'selection',
  'records',
  'views',
  'state',
  'input',
  'result',
  'failure',
  'account',
  'system',
  'properties',
  'today',
  'conditions',
] as const;

export type TypeScope = Record<string, JsonSchema>;

export interface ExpressionProblem {
  code: DiagnosticCode;
  /** Offset in the expression. */
  offset: number;
  facts: DiagnosticFacts;
}

export interface CheckedExpression {
  type: JsonSchema;
  /** Set when the expression is a plain member chain. */
  path?: string[];
  problems: ExpressionProblem[];
  /** The expression with every comparison with null written so that an absent member counts as null. */
  text: string;
  /** Dotted paths that it reads below the scopes, the longest of each chain: `views.list.rows`. */
  reads: string[];
}

const parser = new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false });
registerFunctions(parser);

/** Longest expression, in characters; a longer one belongs into a rule of the API or a property of the record. */
const LONGEST = 4000;

/** Types `source` within `scope`. Problems come back with their offset; the type is then ANY where unknown. */
export function checkExpression(source: string, scope: TypeScope, schemas: Schemas): CheckedExpression {
  let root: ASTNode;
  if (source.length > LONGEST) {
    const facts = { expected: `at most ${LONGEST} characters`, received: `${source.length}` };
    return {
      type: ANY,
      problems: [{ code: 'expression-syntax', offset: 0, facts }],
      text: source,
      reads: [],
    };
  }
  try {
    root = parser.parse(source).ast;
  } catch (error) {
    const { message, node } = error as ParseError;
    const problem: ExpressionProblem = {
      code: 'expression-syntax',
      offset: node?.pos ?? 0,
      facts: { received: source, note: message.split('\n')[0] },
    };
    return { type: ANY, problems: [problem], text: source, reads: [] };
  }
  const check = new Checker(source, scope, schemas);
  const type = check.typeOf(root);
  const path = memberChain(root);
  return {
    type,
    problems: check.problems,
    text: edited(source, check.edits),
    reads: [...check.reads],
    ...(path ? { path } : {}),
  };
}

/** A part of an expression that is compiled to another text. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

const edited = (source: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), source);

const OPEN: TypeScope = Object.fromEntries(SCOPES.map((name) => [name, ANY]));

/** Dotted paths that an expression reads, whatever the types of its scopes. */
export const readsOfExpression = (source: string): string[] => checkExpression(source, OPEN, {}).reads;

/** Dotted paths that the `{expr}` of a value read, at any depth. */
export function readsOfValue(value: unknown): string[] {
  if (!value || typeof value !== 'object') return [];
  const { expr } = value as { expr?: unknown };
  if (typeof expr === 'string') return readsOfExpression(expr);
  return Object.values(value).flatMap(readsOfValue);
}

/** The scope narrowed by a condition's `name.path == 'WORD'` clauses, for the parts that the condition governs. */
export function narrowScope(condition: string, scope: TypeScope, schemas: Schemas): TypeScope {
  let narrowed = scope;
  const visit = (node: ASTNode): void => {
    if (node.op === '&&') node.args.forEach(visit);
    if (node.op !== '==') return;
    const [left, right] = node.args;
    const path = memberChain(left);
    const [name, ...rest] = path ?? [];
    if (name && rest.length && narrowed[name] && right.op === 'value')
      narrowed = { ...narrowed, [name]: narrow(narrowed[name], rest, right.args, schemas) };
  };
  const root = astOf(condition);
  if (root) visit(root);
  return narrowed;
}

/** The parsed expression; undefined when it cannot be parsed, which is reported where the expression itself is checked. */
export function astOf(source: string): ASTNode | undefined {
  try {
    return parser.parse(source).ast;
  } catch {
    return undefined;
  }
}

/**
 * The longest static path that a chain of members and literal indexes reads: `views["list"].rows`. A computed
 * index ends the path before it: `views[x].rows` reads `views`.
 */
function readChain(node: ASTNode): string[] | undefined {
  if (node.op === 'id') return [node.args];
  if (node.op === '.' || node.op === '.?') {
    const [object, name] = node.args as [ASTNode, string];
    const left = readChain(object);
    return left && !computedIndex(object) ? [...left, name] : left;
  }
  if (node.op !== '[]' && node.op !== '[?]') return undefined;
  const [object, key] = node.args as [ASTNode, ASTNode];
  const left = readChain(object);
  const literal = key.op === 'value' && typeof key.args === 'string' ? key.args : undefined;
  return left && literal !== undefined && !computedIndex(object) ? [...left, literal] : left;
}

/** Whether some index of the chain is computed. */
function computedIndex(node: ASTNode): boolean {
  if (node.op === '.' || node.op === '.?') return computedIndex((node.args as [ASTNode, string])[0]);
  if (node.op !== '[]' && node.op !== '[?]') return false;
  const [object, key] = node.args as [ASTNode, ASTNode];
  return key.op !== 'value' || typeof key.args !== 'string' || computedIndex(object);
}

function memberChain(node: ASTNode): string[] | undefined {
  if (node.op === 'id') return [node.args];
  if (node.op !== '.') return undefined;
  const left = memberChain(node.args[0]);
  return left && [...left, node.args[1]];
}

const CONVERSIONS: Record<string, JsonSchema> = {
  string: STRING,
  double: NUMBER,
  int: INTEGER,
  bool: BOOLEAN,
};
const STRING_TESTS = ['contains', 'startsWith', 'endsWith', 'matches'];
const STRING_MAPS = ['lowerAscii', 'upperAscii', 'trim'];
const LIST_MACROS = ['map', 'filter', 'exists', 'all', 'exists_one'];
const GLOBALS = ['size', 'has', ...Object.keys(CONVERSIONS), ...FUNCTIONS.map((f) => f.name)];
const ORDERINGS = ['<', '<=', '>', '>='];

const PARAMETERS: Record<ParameterType, JsonSchema> = {
  string: STRING,
  number: NUMBER,
  date: DATE,
  list: listOf(ANY),
};

class Checker {
  readonly problems: ExpressionProblem[] = [];
  readonly reads = new Set<string>();
  readonly edits: Edit[] = [];
  private readonly locals = new Map<string, JsonSchema>();
  /** Types of the nodes so far. */
  private readonly types = new Map<ASTNode, JsonSchema>();

  constructor(
    private readonly source: string,
    private readonly scope: TypeScope,
    private readonly schemas: Schemas,
  ) {}

  /** The type of a whole expression or of an operand; a chain of members is recorded as one read. */
  typeOf(node: ASTNode): JsonSchema {
    const chain = readChain(node);
    if (chain && !this.locals.has(chain[0]!) && own(this.scope, chain[0]!)) this.reads.add(chain.join('.'));
    return this.type(node);
  }

  private type(node: ASTNode): JsonSchema {
    const type = this.typeByOperator(node);
    this.types.set(node, type);
    return type;
  }

  private typeByOperator(node: ASTNode): JsonSchema {
    switch (node.op) {
      case 'value':
        return literal(node.args);
      case 'id':
        return this.name(node, node.args);
      case '.':
      case '.?':
        return this.member(node, node.args[0], node.args[1]);
      case '[]':
      case '[?]':
        return this.index(node.args[0], node.args[1]);
      case 'call':
        return this.call(node, node.args[0], node.args[1]);
      case 'rcall':
        return this.method(node, node.args[0], node.args[1], node.args[2]);
      case 'list':
        return listOf(
          node.args.length
            ? unite(
                node.args.map((a) => this.typeOf(a)),
                this.schemas,
              )
            : ANY,
        );
      case 'map':
        return objectOf(
          Object.fromEntries(
            node.args.map(([k, v]) => [k.op === 'value' ? String(k.args) : '?', this.typeOf(v)]),
          ),
        );
      case '!_':
        this.expectBoolean(node.args);
        return BOOLEAN;
      case '&&':
      case '||':
        node.args.forEach((a) => this.expectBoolean(a));
        return BOOLEAN;
      case '-_':
        this.expectNumber(node.args);
        return this.typeOf(node.args);
      case '?:': {
        const [condition, yes, no] = node.args;
        this.expectBoolean(condition);
        return this.choose(this.typeOf(yes), this.typeOf(no));
      }
      case '==':
      case '!=':
        return this.compare(node, node.args[0], node.args[1]);
      case 'in':
        return this.within(node, node.args[0], node.args[1]);
      default:
        return ORDERINGS.includes(node.op)
          ? this.order(node, ...(node.args as [ASTNode, ASTNode]))
          : this.arithmetic(node, ...(node.args as [ASTNode, ASTNode]));
    }
  }

  private problem(code: DiagnosticCode, offset: number, facts: DiagnosticFacts): JsonSchema {
    this.problems.push({ code, offset, facts });
    return ANY;
  }

  private name(node: ASTNode, name: string): JsonSchema {
    const local = this.locals.get(name);
    if (local) return local;
    const type = own(this.scope, name);
    if (type) {
      return type;
    }
    const here = [...this.locals.keys(), ...Object.keys(this.scope)];
    if ((SCOPES as readonly string[]).includes(name))
      return this.problem('unavailable-name', node.start, { received: name, expected: here.join(', ') });
    return this.problem('unknown-name', node.start, {
      received: name,
      near: nearest(name, here),
      expected: here.join(', '),
    });
  }

  private member(node: ASTNode, object: ASTNode, name: string): JsonSchema {
    const m = member(this.type(object), name, this.schemas);
    if ('found' in m) return m.found;
    if ('untyped' in m) return this.problem('untyped-path', node.pos, { received: name });
    return this.problem('unknown-member', node.pos, {
      received: name,
      near: m.near,
      expected: m.names.length ? m.names.join(', ') : undefined,
    });
  }

  private index(object: ASTNode, key: ASTNode): JsonSchema {
    const type = readChain(object) ? this.type(object) : this.typeOf(object);
    if (key.op === 'value' && typeof key.args === 'string') {
      const m = member(type, key.args, this.schemas);
      return 'found' in m
        ? m.found
        : this.problem('unknown-member', key.start, {
            received: key.args,
            ...('near' in m ? { near: m.near } : {}),
          });
    }
    const by = this.typeOf(key);
    const word = type === ANY ? undefined : typeWord(type, this.schemas);
    const open = typeof stripNull(type, this.schemas).schema.additionalProperties === 'object';
    if (word !== undefined && word !== 'array' && !open)
      this.operatorTypes(key, 'a list before […]', [type, by]);
    return this.itemOf(type);
  }

  private itemOf(type: JsonSchema): JsonSchema {
    return stripNull(type, this.schemas).schema.items ?? ANY;
  }

  private call(node: ASTNode, name: string, args: ASTNode[]): JsonSchema {
    const types = args.map((a) => this.typeOf(a));
    if (name === 'has') {
      if (args[0]?.op !== '.') this.operatorTypes(args[0] ?? node, 'has(a.b): a member', types);
      return BOOLEAN;
    }
    if (name === 'size') {
      const word = types[0] && typeWord(types[0], this.schemas);
      if (word && !['array', 'string', 'object'].includes(word))
        this.operatorTypes(node, `size of a list or text`, types);
      return INTEGER;
    }
    if (CONVERSIONS[name]) return CONVERSIONS[name];
    const known = FUNCTIONS.find((f) => f.name === name);
    if (!known)
      return this.problem('unknown-function', node.start, {
        received: name,
        near: nearest(name, GLOBALS),
        expected: GLOBALS.join(', '),
      });
    known.parameters.forEach((parameter, i) => {
      const wanted = PARAMETERS[parameter];
      const given = types[i];
      if (!given || !fits(given, wanted, this.schemas))
        this.operatorTypes(
          args[i] ?? node,
          `${name} takes ${known.parameters.join(', ')}`,
          given ? [given] : [],
        );
    });
    if (known.result === 'list') return types[0] ?? ANY;
    if (known.result === 'item') return this.itemOf(types[0] ?? ANY);
    return known.result === 'date' ? DATE : { type: known.result };
  }

  private method(node: ASTNode, name: string, object: ASTNode, args: ASTNode[]): JsonSchema {
    const type = this.typeOf(object);
    if (LIST_MACROS.includes(name)) return this.macro(name, type, args);
    const types = args.map((a) => this.typeOf(a));
    if (STRING_TESTS.includes(name)) return this.textTest(node, name, type, args, types);
    if (STRING_MAPS.includes(name)) return STRING;
    if (name === 'size') return INTEGER;
    if (name === 'join') return STRING;
    if (name === 'split') return listOf(STRING);
    const names = [...LIST_MACROS, ...STRING_TESTS, ...STRING_MAPS, 'size', 'join', 'split'];
    return this.problem('unknown-function', node.pos, {
      received: name,
      near: nearest(name, names),
      expected: names.join(', '),
    });
  }

  /** `text.contains('…')` and similar functions: two strings, and a valid pattern. */
  private textTest(
    node: ASTNode,
    name: string,
    text: JsonSchema,
    args: ASTNode[],
    types: JsonSchema[],
  ): JsonSchema {
    const [argument] = args;
    if (!argument || [text, ...types].some((t) => t !== ANY && !fits(withoutWords(t), STRING, this.schemas)))
      this.operatorTypes(node, `a text before and in ${name}(…)`, [text, ...types]);
    else if (name === 'matches' && argument.op === 'value' && !isPattern(String(argument.args)))
      this.problem('expression-syntax', argument.start, {
        received: String(argument.args),
        note: 'it is no regular expression',
      });
    return BOOLEAN;
  }

  /** `list.map(x, expression)` and similar macros: the first argument names the item. */
  private macro(name: string, list: JsonSchema, args: ASTNode[]): JsonSchema {
    const [variable, body] = args;
    if (variable?.op !== 'id' || !body) return ANY;
    if (list !== ANY && (typeWord(list, this.schemas) ?? 'array') !== 'array')
      this.operatorTypes(variable, `a list before ${name}(…)`, [list]);
    const shadowed = this.locals.get(variable.args);
    this.locals.set(variable.args, this.itemOf(list));
    const type = this.typeOf(body);
    if (name !== 'map') this.requireBoolean(body, type);
    if (shadowed) this.locals.set(variable.args, shadowed);
    else this.locals.delete(variable.args);
    if (name === 'map') return listOf(type);
    return name === 'filter' ? list : BOOLEAN;
  }

  private compare(node: ASTNode, left: ASTNode, right: ASTNode): JsonSchema {
    const [a, b] = [this.typeOf(left), this.typeOf(right)];
    if (a === NULL || b === NULL) this.compareWithNull(node, a === NULL ? right : left);
    if (a === ANY || b === ANY || a === NULL || b === NULL) return BOOLEAN;
    if (!this.enumHolds(left, a, b) || !this.enumHolds(right, b, a)) return BOOLEAN;
    if (!this.comparable(a, b) || this.disjoint(a, b))
      this.operatorTypes(node, `both sides of ${node.op} alike`, [a, b]);
    else if (this.dateHolds(left, a, b)) this.dateHolds(right, b, a);
    return BOOLEAN;
  }

  /** Rewrites a comparison with null so that an absent member counts as null; in CEL it would be an error. */
  private compareWithNull(node: ASTNode, operand: ASTNode): void {
    if (!this.mayBeAbsent(operand)) return;
    const absent = `(${this.absenceOf(operand).join(' || ')})`;
    this.edits.push({ start: node.start, end: node.end, text: node.op === '==' ? absent : `!${absent}` });
  }

  private mayBeAbsent(node: ASTNode): boolean {
    if (node.op !== '.') return false;
    const [object, name] = node.args;
    const found = member(this.types.get(object) ?? ANY, name, this.schemas);
    return !('found' in found) || found.optional || this.isNullable(object) || this.mayBeAbsent(object);
  }

  private isNullable(node: ASTNode): boolean {
    return stripNull(this.types.get(node) ?? ANY, this.schemas).nullable;
  }

  /** Conditions of which one is true when the chain is absent or null, from its first member on. */
  private absenceOf(node: ASTNode): string[] {
    if (node.op !== '.') return [];
    const text = this.source.slice(node.start, node.end);
    return [...this.absenceOf(node.args[0]), `!has(${text})`, `${text} == null`];
  }

  /** Reports a literal on one side that is not a value of the enum on the other; returns false then. */
  private enumHolds(literalNode: ASTNode, literalType: JsonSchema, type: JsonSchema): boolean {
    if (literalNode.op !== 'value' || typeof literalNode.args !== 'string') return true;
    const words = enumWords(type, this.schemas) ?? stripNull(type, this.schemas).schema['x-literals'];
    if (!words || words.includes(literalType.const)) return true;
    this.problem('unknown-enum-word', literalNode.start, {
      received: literalNode.args,
      near: nearest(literalNode.args, words.map(plain)),
      expected: words.map(plain).join(', '),
    });
    return false;
  }

  /** Whether two enums have no value in common: these are never equal. */
  private disjoint(a: JsonSchema, b: JsonSchema): boolean {
    const [left, right] = [a, b].map((t) => enumWords(t, this.schemas));
    return Boolean(left && right && !left.some((word) => right.includes(word)));
  }

  /** Reports a literal on one side that is no date although the other side is one; returns false then. */
  private dateHolds(node: ASTNode, given: JsonSchema, other: JsonSchema): boolean {
    const format = stripNull(other, this.schemas).schema.format;
    const text = node.op === 'value' && typeof node.args === 'string' ? node.args : undefined;
    if (text === undefined || !format || looksLike(text, format)) return true;
    this.operatorTypes(node, text === 'today' ? 'today without quotes' : describeType(other, this.schemas), [
      given,
    ]);
    return false;
  }

  private comparable(a: JsonSchema, b: JsonSchema): boolean {
    return (
      fits(withoutWords(a), withoutWords(b), this.schemas) ||
      fits(withoutWords(b), withoutWords(a), this.schemas)
    );
  }

  private within(node: ASTNode, item: ASTNode, list: ASTNode): JsonSchema {
    const [a, b] = [this.typeOf(item), this.typeOf(list)];
    if (list.op === 'list')
      list.args.forEach((word) => word.op === 'value' && this.enumHolds(word, literal(word.args), a));
    else if (typeWord(b, this.schemas) === 'array') this.enumHolds(item, a, this.itemOf(b));
    else if (b !== ANY && typeWord(b, this.schemas) !== 'object')
      this.operatorTypes(node, 'a list on the right of in', [a, b]);
    return BOOLEAN;
  }

  private order(node: ASTNode, left: ASTNode, right: ASTNode): JsonSchema {
    const [a, b] = [this.typeOf(left), this.typeOf(right)];
    if (a !== ANY && b !== ANY && !(this.comparable(a, b) && this.orderable(a) && this.orderable(b)))
      this.operatorTypes(node, `two numbers or two texts beside ${node.op}`, [a, b]);
    else if (this.dateHolds(left, a, b)) this.dateHolds(right, b, a);
    return BOOLEAN;
  }

  private orderable(type: JsonSchema): boolean {
    const word = typeWord(type, this.schemas);
    return word === undefined || word === 'string' || word === 'number' || word === 'integer';
  }

  private arithmetic(node: ASTNode, left: ASTNode, right: ASTNode): JsonSchema {
    const [a, b] = [this.typeOf(left), this.typeOf(right)];
    if (a === ANY || b === ANY) return a === ANY ? b : a;
    const words = [a, b].map((t) => typeWord(t, this.schemas));
    if (words.every((w) => w === 'number' || w === 'integer')) {
      const [int, double] = isInt(left) ? [left, right] : [right, left];
      if (isInt(int) && !isInt(double)) this.wholeBesideDouble(int, double, [a, b]);
      return words.includes('number') ? NUMBER : withoutWords(a);
    }
    if (node.op === '+' && words[0] === words[1] && (words[0] === 'string' || words[0] === 'array'))
      return withoutWords(a);
    this.operatorTypes(node, `two numbers${node.op === '+' ? ', texts or lists' : ''} beside ${node.op}`, [
      a,
      b,
    ]);
    return ANY;
  }

  /** CEL has two number types that no operator mixes; JSON numbers are doubles. */
  private wholeBesideDouble(int: ASTNode, double: ASTNode, types: JsonSchema[]): void {
    const advice = isIntegerLiteral(int)
      ? `write ${String(int.args)}.0: JSON numbers are doubles`
      : double.op === 'value'
        ? `write ${String(double.args)} without a fraction: size and int give whole numbers`
        : 'write double(…) around the whole number: size and int give whole numbers';
    this.operatorTypes(int, advice, types);
  }

  private operatorTypes(node: ASTNode, expected: string, types: JsonSchema[]): void {
    const received = types.map((t) => describeType(t, this.schemas)).join(' and ');
    this.problem('operator-types', node.pos, { expected, received });
  }

  private expectBoolean(node: ASTNode): void {
    this.requireBoolean(node, this.typeOf(node));
  }

  private requireBoolean(node: ASTNode, type: JsonSchema): void {
    if (!fits(withoutWords(type), BOOLEAN, this.schemas))
      this.problem('not-boolean', node.start, {
        received: describeType(type, this.schemas),
        expected: 'a boolean',
      });
  }

  private expectNumber(node: ASTNode): void {
    const type = this.typeOf(node);
    if (!fits(withoutWords(type), NUMBER, this.schemas)) this.operatorTypes(node, 'a number', [type]);
  }

  private choose(a: JsonSchema, b: JsonSchema): JsonSchema {
    if (a === NULL || a === ANY) return b;
    if (b === NULL || b === ANY) return a;
    return unite([a, b], this.schemas);
  }
}

function literal(value: unknown): JsonSchema {
  if (value === null) return NULL;
  if (typeof value === 'bigint') return { type: 'integer', const: Number(value) };
  if (typeof value === 'number') return { type: 'number', const: value };
  if (typeof value === 'boolean') return { type: 'boolean', const: value };
  return typeof value === 'string' ? { type: 'string', const: value } : ANY;
}

function isIntegerLiteral(node: ASTNode | undefined): node is ASTNode & { args: bigint } {
  return node?.op === 'value' && typeof node.args === 'bigint';
}

/** Whether CEL types the node as an int: a literal, a size, `int(…)`, or an operation on ints only. */
function isInt(node: ASTNode): boolean {
  if (isIntegerLiteral(node)) return true;
  if (node.op === 'call') return ['size', 'int'].includes(node.args[0]);
  if (node.op === 'rcall') return node.args[0] === 'size';
  if (node.op === '-_') return isInt(node.args);
  return ['+', '-', '*', '/', '%'].includes(node.op) && (node.args as ASTNode[]).every(isInt);
}

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text, 'u'));
  } catch {
    return false;
  }
}

function withoutWords(type: JsonSchema): JsonSchema {
  if (type === ANY || type === NULL) return type;
  const { enum: _e, const: _c, format: _f, ...rest } = type;
  return rest.type === 'string' ? STRING : rest;
}
