/** Actions that open another screen: a page (`navigate`) or a dialog (`open`). */
import { namedType, reportUnknown } from './calls.ts';
import type { LoadedScreen } from './catalogue.ts';
import type { CompiledArguments } from './compiled.ts';
import type { Context } from './context.ts';
import { nearest } from './diagnostics.ts';
import { inputType } from './inputs.ts';
import { checkUngated } from './optionals.ts';
import { own } from './own.ts';
import { routeParameters } from './routes.ts';
import type { JsonSchema } from './schema.ts';
import type { Site } from './site.ts';
import type { CompiledVerb } from './verb.ts';
import { ANY, NUMBER, STRING, listOf } from './types.ts';
import type { InputType, NavigateAction, OpenAction } from '../../schemas/generated/language.ts';

/** Whether a screen only creates records: its form loads nothing. */
const isNewOnly = ({ sound, config: { view } }: LoadedScreen): boolean =>
  sound && view.type === 'form' && view.of === undefined && view.load === undefined;

/** Permissions to save the form of a screen: without them nothing can be created or changed there. */
function savingAccess(ctx: Context, { sound, config: { view } }: LoadedScreen): string[] {
  if (!sound || view.type !== 'form') return [];
  const saving = ctx.catalogue.api.operations.get(view.submit?.create ?? view.submit?.call ?? '');
  return [...(saving?.permissions ?? [])];
}

/** Permissions for an action that opens a dialog: those of its gate; without one, for a form that creates a record, those of its submit operation. */
function openingAccess(ctx: Context, target: LoadedScreen): string[] {
  const { access } = target.config;
  return Array.isArray(access) ? [...access] : isNewOnly(target) ? savingAccess(ctx, target) : [];
}

/** Types that a segment of a URL can have. */
const IN_ADDRESS: JsonSchema = { oneOf: [STRING, NUMBER] };

type Parameters = NonNullable<ReturnType<typeof routeParameters>>;

export function compileNavigate(site: Site<NavigateAction>): CompiledVerb {
  const { ctx, config } = site;
  const { navigate, create = false } = config;
  const target = ctx.catalogue.screens.get(navigate);
  const values: CompiledArguments = {};
  const verb: CompiledVerb = {
    core: { type: 'navigate', screen: navigate, with: values, create },
    access: create && target ? savingAccess(ctx, target) : [],
  };
  const name = site.at('navigate');
  if (!target) {
    name.known('unknown-screen', navigate, ctx.catalogue.screens.keys());
    return verb;
  }
  const parameters = routeParameters(target, ctx.catalogue);
  if (!parameters) {
    name.report('no-route', { received: navigate });
    return verb;
  }
  if (create && parameters.all.length === 0)
    site
      .at('create')
      .report('no-route', { received: navigate, note: 'its address has no parameter to become new' });
  const names = [...parameters.all, ...Object.keys(target.config.query ?? {})];
  for (const [key, part] of site.entries('with')) {
    if (!names.includes(key)) reportUnknown(part, 'unknown-route-parameter', key, names);
    else values[key] = compileAddress(part, key, target, parameters);
  }
  checkUngated(site, create ? [] : parameters.required);
  for (const missing of create ? [] : missingParameters(site, parameters, names))
    name.report('missing-route-parameter', { received: missing });
  return verb;
}

/** Compiles a URL parameter: of the route, or of the query. */
function compileAddress(site: Site, name: string, { config }: LoadedScreen, parameters: Parameters) {
  const type = parameters.lists.includes(name)
    ? listOf(IN_ADDRESS)
    : parameters.all.includes(name)
      ? IN_ADDRESS
      : inputType(site.as<InputType>(config.query![name]!));
  const value = site.value(type, true);
  if (site.config === null && parameters.required.includes(name))
    site.report('type-mismatch', { expected: 'a text or a number', received: 'null' });
  return value;
}

/** Required parameters that are neither in `with` nor in the route of the page. A misspelt one is reported itself. */
function missingParameters(site: Site<NavigateAction>, parameters: Parameters, names: string[]): string[] {
  const given = Object.keys(site.config.with ?? {});
  const here = site.scope.route?.properties ?? {};
  return parameters.required.filter(
    (name) =>
      !given.includes(name) &&
      !(name in here) &&
      !given.some((one) => !names.includes(one) && nearest(one, [name])),
  );
}

export function compileOpen(site: Site<OpenAction>): CompiledVerb {
  const { ctx } = site;
  const { open } = site.config;
  const target = ctx.catalogue.screens.get(open);
  const values: CompiledArguments = {};
  const verb: CompiledVerb = {
    core: { type: 'open', screen: open, with: values },
    access: target ? openingAccess(ctx, target) : [],
  };
  const name = site.at('open');
  if (!target) {
    name.known('unknown-screen', open, ctx.catalogue.screens.keys());
    return verb;
  }
  if (!target.config.dialog) name.report('not-a-dialog', { received: open });
  ctx.opens.push({ screen: open, place: name.place });
  const inputs = target.config.input ?? {};
  for (const [key, part] of site.entries('with')) {
    const input = own(inputs, key);
    if (input) values[key] = compileGiven(part, input);
    else reportUnknown(part, 'unknown-input', key, Object.keys(inputs));
  }
  for (const [key, input] of Object.entries(inputs))
    if (!(key in values) && !mayLack(input)) name.report('missing-input', { received: key });
  checkUngated(
    site,
    Object.entries(inputs).flatMap(([key, input]) => (mayLack(input) ? [] : [key])),
  );
  const { returns } = target.config;
  return returns ? { ...verb, result: namedType(name.as(returns)) } : verb;
}

const mayLack = (input: InputType): boolean =>
  typeof input === 'object' && (input.optional || input.default !== undefined);

/** Compiles a value for an input; a condition is evaluated by the dialog, for its own rows. */
function compileGiven(site: Site, input: InputType) {
  if (typeof input !== 'object' || input.type !== 'condition')
    return site.value(inputType(site.as(input)), true);
  const row = input.of ? namedType(site.as(input.of)) : ANY;
  return site.with({ row }).condition(true)!;
}
