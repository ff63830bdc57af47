/**
 * The context in which parts from the server are compiled: by the compiler of the screens, against what the screen
 * has loaded. They differ from a file in one way: a plain text is the caption itself, in the language of the request.
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

/** The screen around the received parts. */
export interface Around {
  screen: CompiledScreen;
  registry: Registry;
  evaluator: Evaluator;
  /** Name of the operation that sent them, for messages. */
  operation: string;
}

export interface Sent<T> {
  items: T[];
  /** Messages for the developer; the parts with these errors are left out. */
  faults: string[];
}

/** Reports a name that is not registered and ignores it: the default of the type is used instead. */
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

/** The types of the screen's scopes are unknown at run time. */
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

  /** Options are not checked, as the manifests are not part of the browser's build. */
  override manifest(): undefined {}
}

const DEFINITION = { columns: 'ColumnItem', layout: 'LayoutItem' };

/** Compiles each item separately: an invalid one is reported and left out, the others are kept. */
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
      // Diagnostics of the whole table or form do not concern this item.
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

/** The dictionaries and kinds of record that the screen uses. */
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

/** A placeholder for the operation to which the parts are bound. */
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
