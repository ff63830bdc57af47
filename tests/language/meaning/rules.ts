/**
 * Mistakes in files whose names and shapes are valid, a rule for each kind of mistake; each is tried wherever it
 * applies.
 */
import { slip } from '../mutate.ts';

export type Part = Record<string, unknown>;
export type Kind = 'screens' | 'app' | 'api' | 'manifests' | 'locales' | 'permissions';

/** A place in a file, with its ancestors. */
export interface Node {
  path: string[];
  key: string;
  value: unknown;
  parent: Part;
  doc: Part;
}

export interface Rule {
  name: string;
  class: string;
  kind: Kind;
  /** The new value at a place; undefined where the rule does not apply, `GONE` where it is removed. */
  at(node: Node, next: () => number): unknown;
}

export const GONE = Symbol('gone');

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const within = ({ path }: Node, ...names: string[]) => names.includes(path.at(-2) ?? '');
const rule = (cls: string, kind: Kind, name: string, at: Rule['at']): Rule => ({
  name,
  class: cls,
  kind,
  at,
});
/** A text of this property is misspelt. */
const misspelt = (cls: string, kind: Kind, property: RegExp): Rule =>
  rule(cls, kind, `${property.source} misspelt`, ({ path, value }, next) =>
    property.test(path.join('/')) && typeof value === 'string' && value.length > 2
      ? slip(value, next)
      : undefined,
  );
const gone = (cls: string, kind: Kind, property: RegExp): Rule =>
  rule(cls, kind, `${property.source} is gone`, ({ path }) =>
    property.test(path.join('/')) ? GONE : undefined,
  );
/** The first item of this list is duplicated. */
const twice = (cls: string, kind: Kind, ...names: string[]): Rule =>
  rule(cls, kind, `an item of ${names.join(', ')} twice`, ({ key, value }) =>
    names.includes(key) && Array.isArray(value) && value.length
      ? [...(value as unknown[]), value[0]]
      : undefined,
  );

const DATES = new Set(['inputDate', 'dateBegin', 'dateEnd']);
const CONDITION = /When$/;
const LISTS = [
  'columns',
  'filters',
  'layout',
  'rowActions',
  'toolbar',
  'access',
  'tabs',
  'steps',
  'possibleValues',
  'panes',
  'instanceTypes',
  'bulk',
  'buttons',
  'series',
];

const date = (word: string): Rule =>
  rule('dates', 'screens', `a day that is ${word}`, ({ key, value, parent }) =>
    key === 'type' && DATES.has(String(value)) && parent.defaultValue === undefined ? DAY(word) : undefined,
  );
/** Set next to the place rather than at it. */
export const BESIDE = Symbol('beside');
const DAY = (word: string) => ({ [BESIDE]: { defaultValue: word } });

const condition = (name: string, becomes: string): Rule =>
  rule('types', 'screens', `a condition that is ${name}`, ({ key, value }) =>
    CONDITION.test(key) && typeof value === 'string' ? becomes : undefined,
  );
/** An argument of an action that navigates to an address. */
const toAddress = (name: string, becomes: unknown): Rule =>
  rule('routes', 'screens', `${name} in an address`, (node) =>
    within(node, 'with') && addressed(node) ? becomes : undefined,
  );
const addressed = ({ doc, path }: Node) =>
  isPart(path.slice(0, -2).reduce<unknown>((at, part) => (at as Part)[part], doc)) &&
  'navigate' in (path.slice(0, -2).reduce<unknown>((at, part) => (at as Part)[part], doc) as Part);
const isExpr = (value: unknown): value is { expr: string } => isPart(value) && typeof value.expr === 'string';
const argument = (name: string, becomes: unknown): Rule =>
  rule('parameters', 'screens', `${name} for a parameter`, (node) =>
    within(node, 'with') &&
    !addressed(node) &&
    isExpr(node.value) &&
    /(route|row|input)\.\w+$/.test(node.value.expr)
      ? becomes
      : undefined,
  );

export const RULES: Rule[] = [
  ...LISTS.map((name) => twice('duplicates', 'screens', name)),
  twice('duplicates', 'app', 'groups', 'home', 'locales'),
  twice('duplicates', 'api', 'parameters', 'required', 'x-permissions', 'enum', 'x-sort', 'x-changes'),
  twice('duplicates', 'permissions', 'permissions', 'groups', 'instanceTypes'),
  ...['today', 'tomorrow', '31.12.2026', '2026-02-31', '2026-13-01'].map(date),
  rule('dates', 'screens', 'a word in place of the day', ({ key, value }) =>
    typeof value === 'string' && (key === 'expr' || CONDITION.test(key)) && /[<>=] today\b/.test(value)
      ? value.replace(/\btoday\b/, "'today'")
      : undefined,
  ),
  rule('dates', 'screens', 'a word counted from', ({ key, value }) =>
    typeof value === 'string' && (key === 'expr' || CONDITION.test(key)) && /addDays\(\w/.test(value)
      ? value.replace(/addDays\([\w.]+/, "addDays('x'")
      : undefined,
  ),
  toAddress('nothing', null),
  toAddress('a whole row', { expr: 'account' }),
  toAddress('a list', [{ expr: 'account.login' }]),
  rule('routes', 'screens', 'a parameter twice', ({ path, value }) =>
    path.join('/') === 'route' && typeof value === 'string' && /:\w+$/.test(value)
      ? `${value}/${/:\w+$/.exec(value)![0]}`
      : undefined,
  ),
  rule('routes', 'screens', 'its own parent', ({ path, doc }) =>
    path.join('/') === 'parent' ? doc.id : undefined,
  ),
  rule('routes', 'screens', 'no route', ({ path, value }) =>
    path.join('/') === 'route' && value !== '.' ? 'x y' : undefined,
  ),
  misspelt('routes', 'screens', /\/navigate$/),
  argument('nothing', null),
  argument('an object', { expr: 'account' }),
  argument('a list of lists', [[{ expr: 'account.login' }]]),
  misspelt('parameters', 'screens', /\/paramName$/),
  rule('parameters', 'screens', 'a parameter that is not there', (node) =>
    node.key === 'with' && isPart(node.value) ? { ...node.value, notThere: 'x' } : undefined,
  ),
  condition('a text', "'yes'"),
  condition('a number', '1.0'),
  condition('an object', 'account'),
  condition('a day against a number', 'today > 1.0'),
  condition('a text plus a number', "'a' + 1.0 == 'b'"),
  rule('types', 'screens', 'a text of an object', ({ key, value }) =>
    ['title', 'label', 'success', 'message'].includes(key) && typeof value === 'string' && value.includes('.')
      ? { expr: 'account' }
      : undefined,
  ),
  rule('types', 'screens', 'a tone that is none', ({ key }) =>
    key === 'rowTone' ? { expr: "'redd'" } : undefined,
  ),
  misspelt('pickers', 'screens', /\/(componentName|dialogType)$/),
  rule('pickers', 'screens', 'a dialog that is none', ({ key, doc }) =>
    key === 'dialogType' ? doc.id : undefined,
  ),
  misspelt('pickers', 'manifests', /^(dialog|entity)$/),
  misspelt('pickers', 'api', /^x-entities\/\w+\/(picker|label|key|get|list|schema)$/),
  ...['_few', '_many', '_one', '_other'].map((form) =>
    rule('plurals', 'locales', `no ${form}`, ({ key }) => (key.endsWith(form) ? GONE : undefined)),
  ),
  rule('plurals', 'locales', 'a placeholder misspelt', ({ value }) =>
    typeof value === 'string' && /\{\{\s*\w{4,}/.test(value)
      ? value.replace(/\{\{\s*(\w)(\w)/, '{{$2$1')
      : undefined,
  ),
  gone('plurals', 'locales', /^[a-z]\w*\.\w+$/),
  misspelt('session', 'app', /^session\/\w+$/),
  gone('session', 'app', /^session\/(login|logout|renew)$/),
  rule('session', 'app', 'an operation of another kind', ({ path, value, doc }) =>
    /^session\/(login|logout)$/.test(path.join('/'))
      ? other(doc.session as Part, ['info', 'publicInfo', 'heartbeat'], value)
      : undefined,
  ),
  misspelt(
    'app file',
    'app',
    /^(home\/\d+|login|error|name|groups\/\d+\/(id|label|icon)|links\/\d+\/\w+|pages\/\w+|first\/\w+|personal\/\d+|preferences\/\w+|notices\/(operation|broadcast|text|kind))$/,
  ),
  rule('app file', 'app', 'an accent that is no colour', (node) =>
    within(node, 'accents') ? 'blueish' : undefined,
  ),
  rule('app file', 'app', 'a language without texts', ({ path, value }) =>
    path.join('/') === 'locales' ? [...(value as string[]), 'de'] : undefined,
  ),
  rule('app file', 'app', 'a default of another type', ({ key, parent }) =>
    key === 'default' && typeof parent.type === 'string' ? { x: 1 } : undefined,
  ),
  misspelt('manifests', 'manifests', /^(kind|accepts\/\d+|operations\/\d+|calls\/\d+)$/),
  misspelt('manifests', 'manifests', /^(options|inputs|events)\/.*type$/),
  rule('manifests', 'manifests', 'a property that is none', ({ path }) =>
    path.join('/') === 'kind' ? { [BESIDE]: { acepts: [] } } : undefined,
  ),
  misspelt('API files', 'api', /\/(x-permissions|x-changes|x-sort|required|x-key)\/\d+$/),
  misspelt('API files', 'api', /\/(x-scope|\$ref|x-ref|x-dictionary|in|type|operationId)$/),
  gone('API files', 'api', /^paths\/.*\/(x-permissions|x-scope|operationId)$/),
  rule('API files', 'api', 'a parameter of the path is gone', ({ key, value, path }) =>
    key === 'parameters' &&
    path[0] === 'paths' &&
    Array.isArray(value) &&
    value.some((one) => (one as Part).in === 'path')
      ? value.filter((one) => (one as Part).in !== 'path')
      : undefined,
  ),
  rule('API files', 'api', 'a rule that names nothing', ({ key, value, path }, next) =>
    key === 'field' && path.at(-3) === 'x-rules' ? slip(String(value), next) : undefined,
  ),
];

function other(session: Part, names: readonly string[], value: unknown): unknown {
  return names.map((name) => session[name]).find((one) => one !== undefined && one !== value);
}
