/** The site: a part of a screen with all that its compilation needs. */
import { MARKS } from '../../schemas/generated/marks.ts';
import type { ApiOperation } from './api.ts';
import type { Manifest } from './catalogue.ts';
import type {
  CompiledAction,
  CompiledCase,
  CompiledText,
  CompiledValue,
  CompiledView,
  Definition,
  ListKind,
  Marked,
} from './compiled.ts';
import { isExpr, type Context, type FormAround } from './context.ts';
import { child, type Place } from './place.ts';
import { plain, type DiagnosticCode, type DiagnosticFacts } from './diagnostics.ts';
import { narrowScope, type TypeScope } from './expressions.ts';
import { expandItems, type FragmentKind } from './fragments.ts';
import type { JsonSchema, Schemas } from './schema.ts';
import { ANY, STRING, enumWords } from './types.ts';
import type { Action, ActionItem, RowAction, View } from '../../schemas/generated/language.ts';

type Item<List> = NonNullable<List> extends readonly (infer One)[] ? One : never;

/** Types of the scopes that a compiler passes for `x-scope`, by their name in the grammar. */
export type Scopes = Record<string, TypeScope>;

interface Mark {
  kind: string;
  scope?: string;
  lazy?: boolean;
  default?: unknown;
  words?: readonly string[];
}

/** Compilers of parts that may contain each other; passed in, since their modules import sites. */
export interface Compilers {
  view(site: Site<View>): CompiledView;
  /** `shown`: it is rendered as a button, which needs a label. */
  action(site: Site<Action>, shown: boolean): CompiledAction;
  rowAction(site: Site<RowAction>): CompiledCase<CompiledAction>[];
  actions(site: Site<readonly ActionItem[]>, shown: boolean): CompiledAction[];
}

/** What a site inherits from the surrounding sites. */
interface Around {
  compilers: Compilers;
  /** The surrounding form, which an action may write to. */
  form?: FormAround;
  /** Permissions of the surrounding inline tab; empty for none. */
  access: readonly string[];
}

function none(): never {
  throw new Error('Parts are compiled below the site of a screen only');
}

const TOP: Around = {
  compilers: { view: none, action: none, actions: none, rowAction: none },
  access: [],
};
const LISTS: ReadonlySet<string> = new Set<ListKind>(['actions', 'buttons', 'rowAction', 'permissions']);

/**
 * A part of a screen: its config as the author wrote it, the types of the scopes that its expressions see, and its
 * place in the file. Immutable; `at` returns a property, `items` the items of a list.
 *
 * @example
 * const compileStack = (site: Site<StackView>): CompiledStack => ({
 *   ...site.view(),
 *   ...site.marked('StackView'),
 *   type: 'stack',
 *   items: site.items('items').map((item) => item.placed(item.marked('StackItem'))),
 * });
 */
export class Site<C = unknown> {
  constructor(
    readonly ctx: Context,
    readonly config: C,
    readonly scope: TypeScope,
    readonly place: Place,
    private readonly around: Around = TOP,
  ) {}

  /** The root site of a screen, or of parts that a server sends. */
  static top<C>(site: Site<C>, compilers: Compilers): Site<C> {
    return new Site(site.ctx, site.config, site.scope, site.place, { ...TOP, compilers });
  }

  get compilers(): Compilers {
    return this.around.compilers;
  }

  get schemas(): Schemas {
    return this.ctx.schemas;
  }

  get form(): FormAround | undefined {
    return this.around.form;
  }

  /** The part at a property. An absent property gives a site with an undefined config. */
  at<K extends keyof C & string>(name: K): Site<NonNullable<C[K]>> {
    return this.below(this.config[name] as NonNullable<C[K]>, name);
  }

  /** The items of a list; empty when it is absent. */
  items<K extends keyof C & string>(name: K): Site<Item<C[K]>>[] {
    const list = (this.config[name] ?? []) as readonly Item<C[K]>[];
    return list.map((item, i) => this.below(item, name, i));
  }

  /** The items of a list with every `{use}` replaced by the items of its fragment. */
  expanded<T>(name: keyof C & string, kind: FragmentKind): Site<T>[] {
    return this.below(this.config[name], name).expandedList(kind);
  }

  /** The same for a site that is the list itself. */
  expandedList<T>(kind: FragmentKind): Site<T>[] {
    return expandItems<T>(this.ctx, this.config as readonly unknown[] | undefined, kind, this.place).map(
      ({ item, place }) => new Site(this.ctx, item, this.scope, place, this.around),
    );
  }

  /** A place at the top of the same file. */
  root(name: string): Site {
    return new Site(this.ctx, undefined, this.scope, { ...this.place, pointer: `/${name}` }, this.around);
  }

  /** The parts of an object by name. */
  entries<T = unknown>(name: keyof C & string): [name: string, part: Site<T>][] {
    const all = Object.entries((this.config[name] ?? {}) as Record<string, T>);
    return all.map(([key, value]) => [key, this.below(value, name, key)]);
  }

  /** A descendant part. */
  below<T>(config: T, ...path: (string | number)[]): Site<T> {
    return new Site(this.ctx, config, this.scope, child(this.place, ...path), this.around);
  }

  /** Another config at the same place, for example an expanded short form. */
  as<T>(config: T): Site<T> {
    return new Site(this.ctx, config, this.scope, this.place, this.around);
  }

  /** The same part with other scopes. */
  in(scope: TypeScope): Site<C> {
    return new Site(this.ctx, this.config, scope, this.place, this.around);
  }

  /** The same part with more scopes, or other types of them. */
  with(more: TypeScope): Site<C> {
    return this.in({ ...this.scope, ...more });
  }

  /** The same part with the scopes narrowed by a condition's `path == 'WORD'`. */
  narrowed(condition: unknown): Site<C> {
    return typeof condition === 'string' ? this.in(narrowScope(condition, this.scope, this.schemas)) : this;
  }

  inForm(form: FormAround): Site<C> {
    return new Site(this.ctx, this.config, this.scope, this.place, { ...this.around, form });
  }

  /** The same part with additional required permissions. */
  behind(access: readonly string[]): Site<C> {
    if (!access.length) return this;
    return new Site(this.ctx, this.config, this.scope, this.place, { ...this.around, access });
  }

  report(
    code: DiagnosticCode,
    facts: DiagnosticFacts = {},
    at: { key?: boolean; offset?: number } = {},
  ): void {
    this.ctx.report(code, this.place, facts, at);
  }

  /** Reports a name that is not among the valid ones; true when it is. */
  known(code: DiagnosticCode, name: string, names: Iterable<string>, facts: DiagnosticFacts = {}): boolean {
    return this.ctx.known(code, name, names, this.place, facts);
  }

  /** Reports a name that was used before. */
  unique(before: readonly string[]): void {
    this.ctx.unique(this.config as string, before, this.place);
  }

  /** Records the place of the compiled part in the file. */
  placed<T extends object>(part: T): T {
    return this.ctx.placed(part, this.place);
  }

  /** The operation that the config names. `onSight`: needed to show the screen, not merely offered as an action. */
  operation(onSight: boolean): ApiOperation | undefined {
    return this.ctx.operation(this.config as string, this.place, onSight, this.around.access);
  }

  /** The same for an operation that the page calls without a user action: it must not change anything. */
  reading(onSight: boolean): ApiOperation | undefined {
    return this.ctx.reading(this.config as string, this.place, onSight, this.around.access);
  }

  /** Names of the operations that a registered part may use; adds them to the screen. */
  operationsOf(manifest: Manifest | undefined): string[] {
    const { operations = [], calls = [] } = manifest ?? {};
    for (const name of operations) this.as(name).operation(true);
    for (const name of calls) this.as(name).operation(false);
    return [...operations, ...calls];
  }

  /** Compiles a computed icon: each possible value must be the name of an icon. */
  computedIcon(): CompiledValue {
    const { value, type } = this.typed(STRING);
    const at = isExpr(this.config) ? this.below(undefined, 'expr') : this;
    for (const word of enumWords(type, this.schemas) ?? [])
      at.known('unknown-icon', plain(word), this.ctx.catalogue.icons);
    return value;
  }

  text(lazy = false): CompiledText {
    return this.ctx.text(this.config, this.scope, this.place, lazy);
  }

  condition(lazy = false, mayLock = false): CompiledValue | undefined {
    return this.ctx.condition(this.config, this.scope, this.place, lazy, mayLock);
  }

  value(expected: JsonSchema = ANY, lazy = false): CompiledValue {
    return this.typed(expected, lazy).value;
  }

  /** A value with its type. */
  typed(expected: JsonSchema = ANY, lazy = false): { value: CompiledValue; type: JsonSchema } {
    return this.ctx.value(this.config, this.scope, this.place, expected, lazy);
  }

  /** JSON pointer of the part, for the inspector and error cards. */
  get pointer(): string {
    return this.place.pointer;
  }

  /**
   * Compiles every property that the grammar marks in this definition. A mark's `x-scope` names one of `scopes`;
   * the default is the scope of the site.
   */
  marked<D extends Definition>(definition: D, scopes: Scopes = {}): Marked<D, C> {
    const compiled: Record<string, unknown> = {};
    const config = this.config as Record<string, unknown>;
    for (const [name, mark] of Object.entries(MARKS[definition] as Record<string, Mark>)) {
      const scope = scopes[mark.scope ?? 'page'];
      const part = new Site(
        this.ctx,
        config[name],
        scope ?? this.scope,
        child(this.place, name),
        this.around,
      );
      const form = part.ofKind(mark, definition === 'Field' && name === 'enabledWhen');
      if (form !== undefined) compiled[name] = form;
    }
    return compiled as Marked<D, C>;
  }

  /** Compiles a property by its kind. `mayLock`: the condition may be constantly false. */
  private ofKind({ kind, lazy = false, words, default: value }: Mark, mayLock: boolean): unknown {
    const { ctx, config } = this;
    const part = this as unknown as Site<never>;
    if (config === undefined) {
      if (kind === 'value') return value === undefined ? undefined : { const: value };
      return LISTS.has(kind) ? [] : value;
    }
    switch (kind) {
      case 'text':
        return this.text(lazy);
      case 'condition':
        return this.condition(lazy, mayLock);
      case 'value':
        return this.value(words ? { type: 'string', enum: [...words] } : ANY, lazy);
      case 'icon':
        ctx.known('unknown-icon', config as string, ctx.catalogue.icons, this.place);
        return config;
      case 'permissions':
        return ctx.permissions(config as string[], this.place);
      case 'view':
        return this.compilers.view(part);
      case 'action':
      case 'button':
        return this.compilers.action(part, kind === 'button');
      case 'rowAction':
        return this.compilers.rowAction(part);
      case 'actions':
      case 'buttons':
        return this.compilers.actions(part, kind === 'buttons');
      default:
        return config;
    }
  }
}
