/** screens/app.json: what belongs to the product and not to a screen. */
import type { ApiCatalogue } from './api.ts';
import { compileOperation } from './calls.ts';
import type { CompiledApp, CompiledOperation } from './compiled.ts';
import { nearest, type Diagnostics } from './diagnostics.ts';
import type { Source } from './source.ts';
import { checkStructure, type LanguageSchema } from './structure.ts';
import type { AppConfig } from '../../schemas/generated/language.ts';

/** Compiles the product's facts; undefined, and told, when the file is broken or names a session operation that is not there. */
export function compileApp(
  source: Source,
  schema: LanguageSchema,
  api: ApiCatalogue,
  diagnostics: Diagnostics,
): CompiledApp | undefined {
  if (!checkStructure(source, schema, diagnostics)) return undefined;
  const config = source.value as AppConfig;
  const session: Record<string, CompiledOperation> = {};
  for (const [name, id] of Object.entries(config.session)) {
    const operation = api.operations.get(id);
    if (operation) session[name] = compileOperation(operation, api.schemas);
    else {
      const facts = { received: id, near: nearest(id, api.operations.keys()) };
      diagnostics.add('unknown-operation', source, `/session/${name}`, facts);
    }
  }
  if (Object.keys(session).length < Object.keys(config.session).length) return undefined;
  return {
    name: config.name,
    home: config.home,
    login: config.login,
    error: config.error,
    locales: config.locales,
    groups: config.groups.map((g) => ({ ...g })).sort((a, b) => a.order - b.order),
    accents: { ...config.accents },
    session: session as CompiledApp['session'],
    properties: { ...config.properties },
    links: (config.links ?? []).map((l) => ({ ...l })),
  };
}

/** Names in app.json that only the whole project can resolve: screens, texts, the group of a link. */
export function checkAppNames(
  source: Source,
  app: CompiledApp,
  screens: ReadonlySet<string>,
  key: (name: string, pointer: string) => void,
  diagnostics: Diagnostics,
): void {
  const screen = (id: string, pointer: string) => {
    if (!screens.has(id))
      diagnostics.add('unknown-screen', source, pointer, { received: id, near: nearest(id, screens) });
  };
  screen(app.login, '/login');
  screen(app.error, '/error');
  app.home.forEach((id, i) => screen(id, `/home/${i}`));
  key(app.name, '/name');
  (source.value as AppConfig).groups.forEach((group, i) => key(group.label, `/groups/${i}/label`));
  app.links.forEach((link, i) => {
    key(link.label, `/links/${i}/label`);
    if (!(link.property in app.properties))
      diagnostics.add('unknown-name', source, `/links/${i}/property`, {
        received: link.property,
        near: nearest(link.property, Object.keys(app.properties)),
      });
  });
}
