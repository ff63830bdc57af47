/**
 * Where parts that the server sends are compiled: by the compiler of the screens, against what the screen has at
 * hand. They differ from a file in one thing: a bare text is the caption itself, in the language of the request.
 */
import type { Evaluator } from '../actions/ready.ts';
import type { ApiCatalogue, ApiOperation } from '../../language/api.ts';
import type { Catalogue } from '../../language/catalogue.ts';
import type { CompiledScreen, CompiledText } from '../../language/compiled.ts';
import { Context } from '../../language/context.ts';
import type { Place } from '../../language/place.ts';
import { Diagnostics, formatDiagnostic } from '../../language/diagnostics.ts';
import type { TypeScope } from '../../language/expressions.ts';
import { Site } from '../../language/site.ts';
import { parseFile, type Source } from '../../language/source.ts';
import { checkPart, type LanguageSchema } from '../../language/structure.ts';
import { ANY, DATE } from '../../language/types.ts';
import type { Registry } from '../../registry/registry.ts';
import grammar from '../../../schemas/language/screen.schema.json';

/** What stands around the sent parts. */
export interface Around {
  screen: CompiledScreen;
  registry: Registry;
  evaluator: Evaluator;
  /** Name of the operation that sent them, for messages. */
  operation: string;
}

export interface Sent<T> {
  items: T[];
  /** Sentences for the developer; what they are about is left out. */
  faults: string[];
}

/** What is not registered is told, and is as if it were not said: what it stood for is then shown by its type. */
export function registered(
  { registry, operation }: Around,
  kind: 'cell' | 'field',
  name: string | undefined,
  faults: string[],
): boolean {
  if (name === undefined || registry.has(kind, name)) return true;
  faults.push(`${operation}: no ${kind} "${name}" is registered`);
  return false;
}

/** Of the types of the screen's scopes nothing is known any more. */
export const OPEN_SCOPE: TypeScope = {
  ...Object.fromEntries(
    ['route', 'query', 'input', 'state', 'records', 'views', 'account', 'system', 'properties'].map(
      (name) => [name, ANY],
    ),
  ),
  today: DATE,
};

function notSent(): never {
  throw new Error('A view cannot be sent by the server, only columns, fields, sections and panes.');
}

/** The site of a part that the server sent. */
export const siteOf = <C>(ctx: Context, config: C, place: Place): Site<C> =>
  Site.top(new Site(ctx, config, OPEN_SCOPE, place), {
    view: notSent,
    action: notSent,
    actions: (site) => (site.config.length ? notSent() : []),
    rowAction: notSent,
  });

class SentContext extends Context {
  constructor(catalogue: Catalogue, source: Source, diagnostics: Diagnostics) {
    const screen = { config: {} as never, source, sound: true };
    super(catalogue, screen, diagnostics, new Set());
  }

  override text(text: unknown, scope: TypeScope, place: Place, lazy = false): CompiledText {
    return typeof text === 'string' ? { const: text } : super.text(text, scope, place, lazy);
  }

  /** Options are the server's to get right: the manifests stay where screens are checked. */
  override manifest(): undefined {}
}

const DEFINITION = { columns: 'ColumnItem', layout: 'LayoutItem' };

/** Compiles each item by itself: one that is wrong is left out and told, the others stand. */
export function compileEach<T>(
  { screen, operation: name }: Around,
  list: keyof typeof DEFINITION,
  items: readonly unknown[],
  operation: ApiOperation,
  compile: (ctx: Context, place: Place, item: never) => T[],
): Sent<T> {
  const catalogue = catalogueOf(screen, operation);
  const sent: Sent<T> = { items: [], faults: [] };
  for (const [i, item] of items.entries()) {
    const file = `${name}, ${list} ${i}`;
    const source = parseFile({ file, text: JSON.stringify({ [list]: [item] }) });
    const at = `/${list}/0`;
    const diagnostics = new Diagnostics();
    const ctx = new SentContext(catalogue, source, diagnostics);
    try {
      const sound = checkPart(source, GRAMMAR, DEFINITION[list], item, at, diagnostics);
      const compiled = sound ? compile(ctx, { source, pointer: '' }, item as never) : [];
      // What is said of the whole table or form is not about this item.
      const own = diagnostics.list.filter(({ pointer }) => pointer?.startsWith(at));
      if (own.length) sent.faults.push(...own.map(formatDiagnostic));
      else sent.items.push(...compiled);
    } catch (error) {
      sent.faults.push(`${file}: ${(error as Error).message}`);
    }
  }
  return sent;
}

const GRAMMAR = grammar as unknown as LanguageSchema;

/** Dictionaries and kinds of record that the screen holds. */
export const apiOf = (screen: CompiledScreen, ...operations: ApiOperation[]): ApiCatalogue => ({
  operations: new Map(operations.map((operation) => [operation.id, operation])),
  schemas: {},
  entities: new Map(
    Object.entries(screen.entities).map(([name, entity]) => [name, { ...entity, schema: '' }]),
  ),
  dictionaries: new Map(Object.entries(screen.dictionaries)),
  resources: new Map(),
});

function catalogueOf(screen: CompiledScreen, operation: ApiOperation): Catalogue {
  return {
    api: apiOf(screen, operation),
    app: undefined,
    language: { screen: GRAMMAR } as never,
    screens: new Map(),
    fragments: new Map(),
    manifests: new Map(),
    locales: [],
    permissions: [],
    instanceTypes: [],
    groups: [],
    icons: [],
  };
}

/** An operation that stands for what the parts are bound to. */
export const standIn = (more: Partial<ApiOperation>): ApiOperation => ({
  id: 'sent',
  area: '',
  file: '',
  method: 'POST',
  path: '',
  summary: '',
  parameters: [],
  status: 200,
  permissions: [],
  scope: 'session',
  sort: [],
  changes: [],
  live: [],
  ...more,
});
