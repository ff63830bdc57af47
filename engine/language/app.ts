/** screens/app.json: settings of the product as a whole. */
import { isReading, type ApiCatalogue, type ApiOperation } from './api.ts';
import { compileOperation } from './calls.ts';
import type { Catalogue } from './catalogue.ts';
import type { CompiledApp, CompiledOperation } from './compiled.ts';
import { nearest, type DiagnosticCode, type Diagnostics } from './diagnostics.ts';
import { parametersOf, routeParameters, routesOf } from './routes.ts';
import { compileNotices } from './notices.ts';
import { compilePreferences } from './preferences.ts';
import { stripNull, typeWord, type JsonSchema, type Schemas } from './schema.ts';
import { pointerOf, type Source } from './source.ts';
import { checkStructure, type LanguageSchema } from './structure.ts';
import type { AppConfig } from '../../schemas/generated/language.ts';

/** Parameter of the screen of errors: the status of the refusal. */
const ERROR_PARAMETER = 'error';

/** Compiles the settings of the product. Returns undefined, with a diagnostic, when the file is invalid or names a session operation that does not exist. */
export function compileApp(
  source: Source,
  schema: LanguageSchema,
  api: ApiCatalogue,
  diagnostics: Diagnostics,
): CompiledApp | undefined {
  if (!checkStructure(source, schema, diagnostics)) return undefined;
  const config = source.value as AppConfig;
  const session: Record<string, CompiledOperation> = {};
  for (const [name, id] of Object.entries(config.session ?? {})) {
    const operation = api.operations.get(id);
    const fault = operation && sessionFault(name, operation, api.schemas);
    if (fault)
      diagnostics.add('type-mismatch', source, `/session/${name}`, { received: id, expected: fault });
    if (operation && !fault) session[name] = compileOperation(operation, api.schemas);
    else if (!operation) {
      const facts = { received: id, near: nearest(id, api.operations.keys()) };
      diagnostics.add('unknown-operation', source, `/session/${name}`, facts);
    }
  }
  if (Object.keys(session).length < Object.keys(config.session ?? {}).length) return undefined;
  checkSignIn(config, source, diagnostics);
  const notices = config.notices && compileNotices(config.notices, source, api, diagnostics);
  const counts =
    config.counts === undefined ? undefined : compileCounts(config.counts, source, api, diagnostics);
  const preferences = config.preferences && compilePreferences(config.preferences, source, api, diagnostics);
  return {
    name: config.name,
    home: config.home,
    ...(config.login === undefined ? {} : { login: config.login }),
    error: config.error,
    ...(config.live === undefined ? {} : { live: config.live }),
    locales: config.locales,
    groups: config.groups.map((g) => ({ ...g })).sort((a, b) => a.order - b.order),
    accents: { ...config.accents },
    session: session as CompiledApp['session'],
    properties: { ...config.properties },
    links: (config.links ?? []).map((l) => ({ ...l })),
    pages: { ...config.pages },
    ...(config.first ? { first: { ...config.first } } : {}),
    personal: [...(config.personal ?? [])],
    ...(notices ? { notices } : {}),
    ...(counts ? { counts } : {}),
    ...(preferences ? { preferences } : {}),
  };
}

/** The operation that counts for the tabs; undefined, with a diagnostic, when it is not suitable. */
function compileCounts(
  id: string,
  source: Source,
  api: ApiCatalogue,
  diagnostics: Diagnostics,
): CompiledOperation | undefined {
  const operation = api.operations.get(id);
  if (!operation) {
    const facts = { received: id, near: nearest(id, api.operations.keys()) };
    diagnostics.add('unknown-operation', source, '/counts', facts);
    return undefined;
  }
  const { method, parameters, reply } = operation;
  const asks = parameters.some(({ name, json }) => name === 'of' && json);
  if (method === 'GET' && asks && reply && stripNull(reply, api.schemas).schema.type === 'array')
    return compileOperation(operation, api.schemas);
  diagnostics.add('type-mismatch', source, '/counts', {
    received: id,
    expected: 'a GET with a JSON parameter `of` that answers with a list',
  });
  return undefined;
}

/** Sign-in is complete or absent: its three operations and its screen. */
function checkSignIn({ login, session = {} }: AppConfig, source: Source, diagnostics: Diagnostics): void {
  const missing = (['login', 'logout', 'renew'] as const).filter((name) => !session[name]);
  if (missing.length < 3)
    for (const name of missing) diagnostics.add('missing-property', source, '/session', { received: name });
  if (missing.length < 3 && login === undefined)
    diagnostics.add('missing-property', source, '', { received: 'login', note: 'the screen of the sign-in' });
}

/** Whether the reply itself is the account, without an envelope; a reply without a type is accepted. */
function isAccount(reply: JsonSchema, schemas: Schemas): boolean {
  const { schema } = stripNull(reply, schemas);
  const { permissions } = schema.properties ?? {};
  return !schema.properties || (permissions !== undefined && typeWord(permissions, schemas) === 'array');
}

/** What an operation must be to serve the session so. */
function sessionFault(
  name: string,
  { method, body, reply, parameters, changes }: ApiOperation,
  schemas: Schemas,
): string | undefined {
  if (name === 'start' && !(method === 'GET' && reply && parameters.some((one) => one.name === 'settings')))
    return 'a GET with the parameter settings that answers account, info, settings and preferences';
  if (name === 'login' && !body) return 'an operation that takes name and password';
  if (['renew', 'info', 'publicInfo'].includes(name) && !reply) return 'an operation with a reply';
  if (['login', 'renew'].includes(name) && reply && !isAccount(reply, schemas))
    return 'an operation that answers with the account: an object with the list permissions';
  if (['info', 'publicInfo', 'property'].includes(name) && !isReading({ method, changes }))
    return 'an operation that changes nothing';
  if (name === 'viewAs' || name === 'viewAsEnd')
    return method === 'GET' || !reply
      ? 'an operation that changes the session and answers the account'
      : undefined;
  return name === 'logout' && method === 'GET' ? 'an operation that ends the session, no GET' : undefined;
}

/** What app.json says that only the whole project can judge: screens, texts, colours, links and properties. */
export function checkAppNames(
  source: Source,
  app: CompiledApp,
  catalogue: Catalogue,
  key: (name: string, pointer: string) => void,
  diagnostics: Diagnostics,
): void {
  const config = source.value as AppConfig;
  const expect = (code: DiagnosticCode, pointer: string, received: string, names: readonly string[]) => {
    const known = names.includes(received);
    if (!known) diagnostics.add(code, source, pointer, { received, near: nearest(received, names) });
    return known;
  };
  const open = (id: string, pointer: string) => {
    if (!expect('unknown-screen', pointer, id, [...catalogue.screens.keys()])) return;
    const screen = catalogue.screens.get(id)!;
    const routes = routesOf(screen, catalogue);
    if (screen.sound && !routes.some(({ path }) => parametersOf(path).length === 0))
      diagnostics.add('menu-parameters', source, pointer, {
        received: routes[0]?.path ?? id,
        note: 'it is opened without any',
      });
  };
  if (app.login !== undefined) open(app.login, '/login');
  if (expect('unknown-screen', '/error', app.error, [...catalogue.screens.keys()])) {
    const screen = catalogue.screens.get(app.error)!;
    const { all = [] } = routeParameters(screen, catalogue) ?? {};
    if (screen.sound && !all.includes(ERROR_PARAMETER))
      diagnostics.add('missing-route-parameter', source, '/error', {
        received: ERROR_PARAMETER,
        note: 'the status to be shown is in the address of this screen',
      });
  }
  for (const name of ['login', 'error'] as const) {
    const screen = catalogue.screens.get(app[name] ?? '');
    if (screen?.sound && !screen.config.public)
      diagnostics.add('not-public', source, `/${name}`, { received: app[name] });
  }
  app.home.forEach((id, i) => open(id, `/home/${i}`));
  app.personal.forEach((id, i) => open(id, `/personal/${i}`));
  if (app.first) {
    open(app.first.screen, '/first/screen');
    const account = catalogue.api.operations.get(app.session.renew?.id ?? '')?.reply;
    const own = account && stripNull(account, catalogue.api.schemas).schema.properties;
    const property = own?.[app.first.property];
    if (own) expect('unknown-name', '/first/property', app.first.property, Object.keys(own));
    if (property && typeWord(property, catalogue.api.schemas) !== 'boolean')
      diagnostics.add('type-mismatch', source, '/first/property', {
        received: app.first.property,
        expected: 'a property that is true or false',
      });
  }
  key(app.name, '/name');
  config.groups.forEach((group, i) => {
    key(group.label, `/groups/${i}/label`);
    if (group.icon !== undefined) expect('unknown-icon', `/groups/${i}/icon`, group.icon, catalogue.icons);
  });
  for (const type of Object.keys(app.accents))
    expect('unknown-instance-type', `/accents${pointerOf(type)}`, type, ['*', ...catalogue.instanceTypes]);
  for (const [name, { type, default: value }] of Object.entries(config.properties ?? {}))
    if (value !== undefined && value !== null && typeof value !== type)
      diagnostics.add('type-mismatch', source, `/properties${pointerOf(name)}/default`, {
        received: typeof value,
        expected: type,
      });
  for (const [entity, id] of Object.entries(app.pages)) {
    const pointer = `/pages${pointerOf(entity)}`;
    expect('api-entity', pointer, entity, [...catalogue.api.entities.keys()]);
    if (!expect('unknown-screen', pointer, id, [...catalogue.screens.keys()])) continue;
    const screen = catalogue.screens.get(id)!;
    const { required = [] } = routeParameters(screen, catalogue) ?? {};
    if (screen.sound && required.length !== 1)
      diagnostics.add('no-route', source, pointer, {
        received: id,
        note: 'the page of a record has one parameter, the key of the record',
      });
  }
  app.links.forEach((link, i) => {
    key(link.label, `/links/${i}/label`);
    expect('unknown-name', `/links/${i}/property`, link.property, Object.keys(app.properties));
    const type = app.properties[link.property]?.type;
    if (type !== undefined && type !== 'string')
      diagnostics.add('type-mismatch', source, `/links/${i}/property`, {
        received: type,
        expected: 'a setting that is an address',
      });
    if (link.group !== undefined) expect('unknown-group', `/links/${i}/group`, link.group, catalogue.groups);
  });
}
