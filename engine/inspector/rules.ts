/** Why a part is hidden, disabled, forbidden or empty: its rules, and the values that they read. */
import type { Engine } from '../data/engine.ts';
import { holdsAny } from '../access/can.ts';
import type { CompiledCall, CompiledOperation, CompiledValue } from '../language/compiled.ts';
import { evaluate, holds, valueAt, type Scope } from '../language/evaluate.ts';
import { NEW } from '../language/request.ts';
import { argumentsIn, callArguments } from '../page/scope.ts';
import type { Answer, FoundPart, Part } from './find.ts';

export interface Read {
  path: string;
  value: unknown;
}

export interface Rule {
  /** Property of the part: `visibleWhen`, `access`. */
  name: string;
  /** Source text of the rule. */
  text: string;
  /** Undefined when the rule needs a row or a form, and there is none here. */
  holds: boolean | undefined;
  reads: Read[];
}

export type State =
  | 'shown'
  | 'hidden'
  | 'disabled'
  | 'forbidden'
  | 'readOnly'
  | 'notAsked'
  | 'empty'
  | 'failed'
  | 'open';

/** Conditions, with the state of the part when they are false. */
const CONDITIONS: Record<string, State> = {
  visibleWhen: 'hidden',
  enabledWhen: 'disabled',
  selectableWhen: 'disabled',
  validWhen: 'disabled',
};

/** Scopes that exist only within a row, a form or an action. */
const LOCAL = ['row', 'form', 'item', 'selection', 'result', 'target'];

export function rulesOf(
  engine: Engine,
  { part, answer }: FoundPart,
  scope: Scope,
  operations: Record<string, CompiledOperation>,
): Rule[] {
  const conditions = [...Object.keys(CONDITIONS), 'readOnlyWhen'].flatMap((name) => {
    const value = part[name] as CompiledValue | undefined;
    return value ? [ruleOf(name, value, scope)] : [];
  });
  return [
    ...accessRule(engine, part),
    ...conditions,
    ...filterRule(part, scope),
    ...callRules(engine, part, scope, operations),
    ...answerRule(answer),
  ];
}

/** Derives the state of the part from its rules. `open`: it depends on the row or form. */
export function stateOf(rules: readonly Rule[]): State {
  const failed = (name: string) => rules.some((rule) => rule.name === name && rule.holds === false);
  if (failed('access')) return 'forbidden';
  for (const [name, state] of Object.entries({ ...CONDITIONS, visibleWithFilter: 'hidden' as const }))
    if (failed(name)) return state;
  if (rules.some(({ name, holds: yes }) => name === 'readOnlyWhen' && yes)) return 'readOnly';
  if (failed('when') || failed('with')) return 'notAsked';
  if (failed(ANSWER)) return rules.some(({ name, text }) => name === ANSWER && text) ? 'failed' : 'empty';
  return rules.some(({ name, holds: yes }) => yes === undefined && name in CONDITIONS) ? 'open' : 'shown';
}

function ruleOf(name: string, value: CompiledValue, scope: Scope): Rule {
  const reads = readsOf(value, scope);
  const local = reads.some(
    ({ path }) => LOCAL.includes(path.split('.')[0]!) && !(path.split('.')[0]! in scope),
  );
  return { name, text: textOf(value), holds: local ? undefined : safely(() => holds(value, scope)), reads };
}

/** Whether the account holds any of the required permissions. */
export function accessRule(engine: Engine, { access, submit }: Part): Rule[] {
  const needed = (access ?? (submit as { access?: unknown } | undefined)?.access) as string[] | undefined;
  if (!Array.isArray(needed) || needed.length === 0) return [];
  const reads = needed.map((path) => ({ path, value: holdsAny([path], engine.session.get()) }));
  return [{ name: 'access', text: needed.join(' | '), holds: holdsAny(needed, engine.session.get()), reads }];
}

function filterRule({ visibleWithFilter }: Part, scope: Scope): Rule[] {
  if (typeof visibleWithFilter !== 'string') return [];
  const value = valueAt(scope, ['filters', visibleWithFilter]);
  const reads = [{ path: `filters.${visibleWithFilter}`, value }];
  return [{ name: 'visibleWithFilter', text: visibleWithFilter, holds: value === true, reads }];
}

/** Rules of a view's request: its condition, and its required arguments. */
function callRules(
  engine: Engine,
  { source, load }: Part,
  scope: Scope,
  operations: Record<string, CompiledOperation>,
): Rule[] {
  const call = (source ?? load) as CompiledCall | undefined;
  const operation = call && operations[call.operation];
  if (!call || !operation) return [];
  const args = argumentsIn(call.with, scope);
  const reads = Object.entries(args).map(([path, value]) => ({ path, value }));
  const missing = Object.entries(operation.parameters).filter(
    ([name, { required, in: place }]) =>
      (required && isMissing(args[name])) || (place === 'path' && args[name] === NEW),
  );
  return [
    ...(call.when ? [ruleOf('when', call.when, scope)] : []),
    {
      name: 'with',
      text: `${operation.method} ${operation.path}`,
      holds:
        missing.length === 0 || callArguments({ ...call, when: { const: true } }, operation, scope) !== null,
      reads,
    },
    ...accessRule(engine, { access: operation.permissions }),
  ];
}

const ANSWER = 'answer';

/** The reply, and the arguments of the request, including the user's filters. */
function answerRule(answer: Answer | undefined): Rule[] {
  if (!answer || answer.loading) return [];
  const { rows, total = rows.length, args, error } = answer;
  const parameters = Object.entries(args ?? {}).map(([path, value]) => ({ path, value }));
  const text = error ? `${error.status} ${error.message}` : '';
  return [
    { name: ANSWER, text, holds: rows.length > 0, reads: [{ path: 'rows', value: total }, ...parameters] },
  ];
}

const isMissing = (value: unknown) => value === undefined || value === null || value === '';

/** Source text of an expression. */
export function textOf(value: CompiledValue): string {
  if ('path' in value) return value.path.join('.');
  return 'cel' in value ? value.cel : JSON.stringify('const' in value ? value.const : value);
}

const TEXTS = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;
const CHAINS = /(?<![\w.])[a-z]\w*(?:\.\w+)*(?!\w)(\s*\()?/g;
const WORDS = new Set(['true', 'false', 'null', 'in', 'has', 'size', 'string', 'int', 'double']);

/** Each member chain of an expression, with its value. */
export function readsOf(value: CompiledValue, scope: Scope): Read[] {
  const chains = 'path' in value ? [value.path] : 'cel' in value ? chainsOf(value.cel, scope) : [];
  const paths = new Map(chains.map((path) => [path.join('.'), path]));
  return [...paths].map(([path, names]) => ({ path, value: valueAt(scope, names) }));
}

function chainsOf(cel: string, scope: Scope): string[][] {
  return [...cel.replaceAll(TEXTS, "''").matchAll(CHAINS)].flatMap(([chain, called]) => {
    const names = chain.replace(/\s*\($/, '').split('.');
    // The last name of a called chain is a function: `rows.map(`.
    const path = called ? names.slice(0, -1) : names;
    const root = path[0];
    return root && !WORDS.has(root) && (root in scope || LOCAL.includes(root)) ? [path] : [];
  });
}

function safely(run: () => boolean): boolean {
  try {
    return run();
  } catch {
    return false;
  }
}

/** Values that a cell or field shows here. */
export function shownBy({ part }: FoundPart, scope: Scope): Read[] {
  const content = (part['content'] ?? []) as { do?: ContentPart }[] | ContentPart;
  const cells = Array.isArray(content) ? content.flatMap((one) => one.do ?? []) : [content];
  const values = cells.flatMap((cell) => [
    ...(cell.paths ?? []).map((path) => ['row', ...path]),
    ...(cell.value && 'path' in cell.value ? [cell.value.path] : []),
  ]);
  const computed = cells.flatMap(({ value }) =>
    value && 'cel' in value ? [{ path: value.cel, value: evaluate(value, scope) }] : [],
  );
  const field =
    Array.isArray(part['path']) && part['type'] === 'field' ? [['form', ...(part['path'] as string[])]] : [];
  return [
    ...[...values, ...field].map((path) => ({ path: path.join('.'), value: valueAt(scope, path) })),
    ...computed,
  ];
}

interface ContentPart {
  paths?: string[][];
  value?: CompiledValue;
}
