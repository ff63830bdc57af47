/**
 * What the compilation of one screen carries along: where we stand in its file, which scopes have which
 * types here, and what the screen turned out to use.
 */
import { isReading, type ApiOperation } from './api.ts';
import { manifestKey, type Catalogue, type LoadedScreen, type Manifest } from './catalogue.ts';
import type { CompiledArguments, CompiledText, CompiledValue } from './compiled.ts';
import {
  nearest,
  plain,
  usedIn,
  type Diagnostics,
  type DiagnosticCode,
  type DiagnosticFacts,
} from './diagnostics.ts';
import { conditionsOf, withConditions, type NamedConditions } from './conditions.ts';
import { needsEvaluator } from './evaluate.ts';
import { checkExpression, narrowScope, type TypeScope } from './expressions.ts';
import { stripNull, typeWord, type JsonSchema } from './schema.ts';
import { child, written, type Place } from './place.ts';
import { ANY, BOOLEAN, describeType, enumWords, fits, typeOfJson } from './types.ts';

/** An operation that a screen calls when it opens, or on an action; the access check reads these. */
export interface OperationUse {
  operation: ApiOperation;
  place: Place;
  /** Needed to show the screen, not only offered as an action. */
  onSight: boolean;
  /** Permissions of the inline tab around it; empty for none. */
  access: readonly string[];
}

export class Context {
  /** Expressions outside menus: the screen cannot be shown before the evaluator is loaded. */
  needsEvaluator = false;

  readonly uses: OperationUse[] = [];
  /** Dotted paths that expressions of the screen read: `views.list.rows`. */
  readonly reads = new Set<string>();
  readonly dictionaries = new Set<string>();
  readonly entities = new Set<string>();
  /** Request schemas of its forms, by the name that the compiled form uses. */
  readonly requestTypes = new Map<string, JsonSchema>();
  /** Conditions by name, as expressions. */
  readonly conditions: NamedConditions;
  readonly registered = {
    cell: new Set<string>(),
    field: new Set<string>(),
    picker: new Set<string>(),
    widget: new Set<string>(),
    filter: new Set<string>(),
  };
  /** Places of the parts of the compiled screen, for the inspector (positions.ts). */
  readonly places = new Map<object, Place>();
  /** Dialog screens that it may open, with the place. */
  readonly opens: { screen: string; place: Place }[] = [];

  constructor(
    readonly catalogue: Catalogue,
    readonly screen: LoadedScreen,
    readonly diagnostics: Diagnostics,
    /** Keys that screens use, shared by all screens; unused keys are reported at the end. */
    readonly usedKeys: Set<string>,
  ) {
    this.conditions = conditionsOf(screen, catalogue);
  }

  /** Records the place of a compiled part. */
  placed<T extends object>(part: T, place: Place): T {
    this.places.set(part, written(place));
    return part;
  }

  get schemas(): Catalogue['api']['schemas'] {
    return this.catalogue.api.schemas;
  }

  report(
    code: DiagnosticCode,
    place: Place,
    facts: DiagnosticFacts = {},
    at: { key?: boolean; offset?: number } = {},
  ): void {
    const { source, pointer, via } = written(place);
    this.diagnostics.add(code, source, pointer, { ...facts, note: via ? usedIn(via) : facts.note }, at);
  }

  /** Reports a name that is not among the valid ones; true when it is. */
  known(
    code: DiagnosticCode,
    name: string,
    names: Iterable<string>,
    place: Place,
    facts: DiagnosticFacts = {},
  ): boolean {
    const list = [...names];
    if (list.includes(name)) return true;
    this.report(code, place, { received: name, near: nearest(name, list), ...facts });
    return false;
  }

  /** Called with every expression and its scope, for the completion of names in the workshop. */
  onExpression: ((place: Place, scope: TypeScope) => void) | undefined;

  /** Types an expression and reports its problems at their column. */
  expression(
    source: string,
    scope: TypeScope,
    place: Place,
  ): { value: CompiledValue; type: JsonSchema; constant: boolean } {
    this.onExpression?.(written(place), scope);
    const checked = checkExpression(source, scope, this.schemas);
    const { type, problems } = checked;
    const named = checked.reads.some((read) => read.startsWith('conditions.'));
    const whole = named ? withConditions(source, this.conditions) : source;
    const { path, reads, text } = named ? checkExpression(whole, scope, this.schemas) : checked;
    for (const read of reads) this.reads.add(read);
    for (const { code, offset, facts } of problems) this.report(code, place, facts, { offset });
    const value: CompiledValue = path ? { path } : { cel: text };
    return { value, type, constant: reads.length === 0 && problems.length === 0 };
  }

  /**
   * Compiles a condition: CEL of a boolean, or an input of kind condition. `mayLock`: it may be constantly false, as for
   * a field that is always read-only.
   */
  condition(
    condition: unknown,
    scope: TypeScope,
    place: Place,
    lazy = false,
    mayLock = false,
  ): CompiledValue | undefined {
    if (condition === undefined) return undefined;
    if (typeof condition !== 'string') {
      const name = (condition as { input?: unknown } | null)?.input;
      if (typeof name !== 'string') {
        this.report('type-mismatch', place, {
          expected: isExpr(condition) ? `the expression itself: ${condition.expr}` : 'a condition, as a text',
          received: JSON.stringify(condition),
        });
        return undefined;
      }
      const inputs = this.screen.config.input ?? {};
      if (this.known('unknown-input', name, Object.keys(inputs), child(place, 'input'))) {
        const kind = inputs[name];
        if (typeof kind === 'string' || kind?.type !== 'condition')
          this.report('type-mismatch', child(place, 'input'), {
            expected: 'an input of type condition',
            received: name,
          });
      }
      this.needsEvaluator = true;
      return this.placed({ path: ['input', name] }, place);
    }
    const { value, type, constant } = this.expression(condition, scope, place);
    if (constant && !(mayLock && isNever(condition)))
      this.report('constant-condition', place, { received: condition });
    if (!fits(type, BOOLEAN, this.schemas))
      this.report('not-boolean', place, {
        received: describeType(type, this.schemas),
        expected: 'a boolean',
      });
    if (!lazy && needsEvaluator(value)) this.needsEvaluator = true;
    return this.placed(value, place);
  }

  /**
   * A value: plain JSON, or `{expr}` at any depth. With `expected`, a value that does not fit is reported.
   * `lazy` values are evaluated after the first paint.
   */
  value(
    value: unknown,
    scope: TypeScope,
    place: Place,
    expected: JsonSchema = ANY,
    lazy = false,
  ): { value: CompiledValue; type: JsonSchema } {
    const result = this.looseValue(value, scope, place);
    if (!fits(result.type, expected, this.schemas))
      this.report('type-mismatch', isExpr(value) ? child(place, 'expr') : place, {
        expected: describeType(expected, this.schemas),
        received: describeType(result.type, this.schemas),
        ...this.nearWord(result.type, expected),
      });
    if (!lazy && needsEvaluator(result.value)) this.needsEvaluator = true;
    return result;
  }

  private nearWord(type: JsonSchema, expected: JsonSchema): { near?: string } {
    const [wanted, given] = [expected, type].map((t) => stripNull(t, this.schemas).schema.items ?? t);
    const words = enumWords(wanted!, this.schemas)?.map(plain);
    const wrong = words && enumWords(given!, this.schemas)?.find((word) => !words.includes(plain(word)));
    const near = wrong === undefined ? undefined : nearest(plain(wrong), words!);
    return near ? { near } : {};
  }

  private looseValue(
    value: unknown,
    scope: TypeScope,
    place: Place,
  ): { value: CompiledValue; type: JsonSchema } {
    if (typeof value === 'string' && LIKE_EXPRESSION.test(value))
      this.report('type-mismatch', place, {
        received: value,
        expected: `{"expr": "${value}"}`,
        note: 'a bare text is itself',
      });
    if (value === null || typeof value !== 'object')
      return { value: { const: value }, type: typeOfJson(value, this.schemas) };
    if (isExpr(value)) return this.expression(value.expr, scope, child(place, 'expr'));
    this.misspeltExpr(value, place);
    const parts = Object.entries(value).map(([key, item]) => {
      const part = this.looseValue(item, scope, child(place, key));
      return { key, ...part };
    });
    if (parts.every((part) => 'const' in part.value))
      return { value: { const: value }, type: typeOfJson(value, this.schemas) };
    if (Array.isArray(value))
      return {
        value: { list: parts.map((p) => p.value) },
        type: { type: 'array', items: parts[0]?.type ?? ANY },
      };
    return {
      value: { object: Object.fromEntries(parts.map((p) => [p.key, p.value])) },
      type: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(parts.map((p) => [p.key, p.type])),
        required: parts.map((p) => p.key),
      },
    };
  }

  /** Reports a misspelt key, as in `{"epxr": "…"}`, which would otherwise be a plain object. */
  private misspeltExpr(value: object, place: Place): void {
    const [[key, text] = ['', undefined], ...more] = Object.entries(value) as [string, unknown][];
    if (more.length === 0 && typeof text === 'string' && nearest(key, ['expr']))
      this.report('unknown-property', child(place, key), { received: key, near: 'expr' }, { key: true });
  }

  /** A text: locale key, key with values, or computed. */
  text(text: unknown, scope: TypeScope, place: Place, lazy = false): CompiledText {
    if (typeof text === 'string') {
      this.key(text, place);
      this.placeholders(text, [], place);
      return { key: text };
    }
    if (isExpr(text)) {
      const { value, type } = this.expression(text.expr, scope, child(place, 'expr'));
      this.readable(type, child(place, 'expr'));
      if (!lazy && needsEvaluator(value)) this.needsEvaluator = true;
      return value;
    }
    if ('cases' in (text as object)) return this.textByCase(text as TextCases, scope, place, lazy);
    const filled = text as { key: string; with?: Record<string, unknown> };
    this.key(filled.key, child(place, 'key'));
    this.placeholders(filled.key, Object.keys(filled.with ?? {}), place);
    const values: CompiledArguments = {};
    for (const [name, given] of Object.entries(filled.with ?? {})) {
      const { value, type } = this.value(given, scope, child(place, 'with', name), ANY, lazy);
      this.readable(type, child(place, 'with', name));
      values[name] = value;
    }
    return { key: filled.key, with: values };
  }

  private textByCase({ cases }: TextCases, scope: TypeScope, place: Place, lazy: boolean): CompiledText {
    const always = cases.findIndex(({ when }) => when === undefined);
    if (always >= 0 && always < cases.length - 1)
      this.report('overruled', child(place, 'cases', always + 1), {
        received: `case ${always + 2}`,
        expected: `case ${always + 1}, which always holds`,
      });
    return {
      cases: cases.map((item, i) => {
        const at = child(place, 'cases', i);
        const when = this.condition(item.when, scope, child(at, 'when'), lazy);
        const within = typeof item.when === 'string' ? narrowScope(item.when, scope, this.schemas) : scope;
        const text = this.text(item.text, within, child(at, 'text'), lazy);
        return when ? { when, do: text } : { do: text };
      }),
    };
  }

  /** Reports a value in a text that has no readable form, such as an object. */
  readable(type: JsonSchema, place: Place): void {
    const word = type === ANY ? undefined : typeWord(type, this.schemas);
    if (word === 'object' || word === 'array')
      this.report('type-mismatch', place, {
        expected: 'a text, a number or a date',
        received: describeType(type, this.schemas),
      });
  }

  /** A text with `{{names}}` needs a value for each of them, and for no other. */
  private placeholders(key: string, given: readonly string[], place: Place): void {
    const texts = this.catalogue.locales[0]?.texts;
    const forms = texts
      ? [key, ...PLURALS.map((suffix) => key + suffix)].flatMap((k) => texts.get(k)?.text ?? [])
      : [];
    if (forms.length === 0) return;
    const wanted = new Set(forms.flatMap((text) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((m) => m[1]!)));
    for (const name of given)
      if (!wanted.has(name) && name !== 'count')
        this.report(
          'unknown-parameter',
          child(place, 'with', name),
          { received: name, near: nearest(name, wanted) },
          { key: true },
        );
    for (const name of wanted)
      if (!given.includes(name) && !given.some((g) => !wanted.has(g) && nearest(g, [name])))
        this.report('missing-parameter', place, { received: name, note: 'the text has {{' + name + '}}' });
  }

  /** Reports a locale key that is missing in a locale. */
  key(key: string, place: Place, facts: DiagnosticFacts = {}): void {
    this.usedKeys.add(key);
    for (const locale of this.catalogue.locales)
      if (!hasText(locale.texts, key)) {
        const own = [...locale.texts.keys()];
        this.report('missing-key', place, {
          received: key,
          near: nearest(key, own),
          note: `in locale ${locale.name}`,
          ...facts,
        });
      }
  }

  private readonly checkedPrefixes = new Map<string, boolean>();

  /** Whether some locale key begins with the prefix; when none does, reports it once. */
  prefix(prefix: string, place: Place): boolean {
    const known = this.checkedPrefixes.get(prefix);
    if (known !== undefined) return known;
    const prefixes = prefixesIn(this.catalogue);
    const found = prefixes.has(prefix);
    this.checkedPrefixes.set(prefix, found);
    if (!found)
      this.report('missing-key', place, {
        received: `${prefix}.…`,
        near: nearest(prefix, prefixes),
        note: 'no key begins so',
      });
    return found;
  }

  /** Reports a name that was used before. */
  unique(name: string, before: readonly string[], place: Place): void {
    if (before.includes(name)) this.report('duplicate-name', place, { received: name });
  }

  operation(
    name: string,
    place: Place,
    onSight: boolean,
    access: readonly string[] = [],
  ): ApiOperation | undefined {
    const operation = this.catalogue.api.operations.get(name);
    if (!operation) {
      this.report('unknown-operation', place, {
        received: name,
        near: nearest(name, this.catalogue.api.operations.keys()),
      });
      return undefined;
    }
    if (operation.otherBody)
      this.report('body-type', place, { received: name, expected: operation.otherBody });
    this.uses.push({ operation, place, onSight, access });
    return operation;
  }

  /** Reads the name of an operation that is called without a user action, when a page opens: it must not change anything. */
  reading(
    name: string,
    place: Place,
    onSight: boolean,
    access: readonly string[] = [],
  ): ApiOperation | undefined {
    const operation = this.operation(name, place, onSight, access);
    if (operation && !isReading(operation))
      this.report('not-a-read', place, { received: name, note: `it is a ${operation.method}` });
    return operation;
  }

  dictionary(name: string, place: Place): boolean {
    const found = this.known('unknown-dictionary', name, this.catalogue.api.dictionaries.keys(), place);
    if (found) this.useDictionary(name);
    return found;
  }

  useDictionary(name: string): void {
    this.dictionaries.add(name);
  }

  permissions(names: readonly string[] | undefined, place: Place): string[] {
    names?.forEach((name, i) =>
      this.known('unknown-permission', name, this.catalogue.permissions, child(place, i)),
    );
    return [...(names ?? [])];
  }

  instanceTypes(names: readonly string[] | undefined, place: Place): string[] {
    names?.forEach((name, i) =>
      this.known('unknown-instance-type', name, this.catalogue.instanceTypes, child(place, i)),
    );
    return [...(names ?? [])];
  }

  /** The manifest of a registered part by kind and name, which describes its options. */
  manifest(kind: Manifest['kind'], name: string, place: Place): Manifest | undefined {
    const found = this.catalogue.manifests.get(manifestKey(kind, name));
    if (!found) {
      const names = [...this.catalogue.manifests.values()].filter((m) => m.kind === kind).map((m) => m.name);
      this.report('unknown-widget', place, { received: name, expected: kind, near: nearest(name, names) });
      return undefined;
    }
    this.registered[kind].add(name);
    return found;
  }
}

/** Whether a condition is the constant false. */
export const isNever = (condition: unknown): boolean =>
  typeof condition === 'string' && /^\(*\s*false\s*\)*$/.test(condition);

/** A form that an action may write to: its place, and the type of its request. */
export interface FormAround {
  at: string;
  /** Its request, or the item of the list that contains the action. */
  body: JsonSchema;
  item?: true;
}

interface TextCases {
  cases: { when?: unknown; text: unknown }[];
}

export function isExpr(value: unknown): value is { expr: string } {
  return (
    value !== null &&
    typeof value === 'object' &&
    Object.keys(value).length === 1 &&
    typeof (value as { expr?: unknown }).expr === 'string'
  );
}

const prefixesByCatalogue = new WeakMap<Catalogue, Set<string>>();

/** Every prefix of every key; built once per catalogue, as it takes longer than compiling a screen. */
function prefixesIn(catalogue: Catalogue): Set<string> {
  const found =
    prefixesByCatalogue.get(catalogue) ??
    new Set(catalogue.locales.flatMap((l) => [...l.texts.keys()].flatMap(prefixesOf)));
  prefixesByCatalogue.set(catalogue, found);
  return found;
}

function prefixesOf(key: string): string[] {
  const parts = key.split('.');
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('.'));
}

/** A plain text such as `row.id` is most likely meant as an expression. */
const LIKE_EXPRESSION =
  /^(route|query|row|form|filters|selection|records|views|state|input|result|account|system|properties)\.[a-z]\w*(\.\w+)*$/;

const PLURALS = ['_one', '_few', '_many', '_other'];

function hasText(texts: Map<string, unknown>, key: string): boolean {
  return texts.has(key) || PLURALS.some((suffix) => texts.has(key + suffix));
}
