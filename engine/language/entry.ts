/** The entry of a screen: what the shell knows about it before it is opened. */
import type {
  CompiledArguments,
  CompiledMenu,
  CompiledRoute,
  CompiledText,
  ScreenEntry,
} from './compiled.ts';
import { conditionsType, inheritedConditions } from './conditions.ts';
import type { TypeScope } from './expressions.ts';
import { inputType } from './inputs.ts';
import { compileMenuBadge } from './menuBadge.ts';
import { own } from './own.ts';
import { ancestors, parametersOf, routesOf } from './routes.ts';
import { withoutRecord } from './scopes.ts';
import type { Site } from './site.ts';
import { ANY } from './types.ts';
import type { Menu, ScreenConfig } from '../../schemas/generated/language.ts';

export function compileEntry(site: Site<ScreenConfig>): ScreenEntry {
  const { config, ctx } = site;
  const { file } = ctx.screen.source;
  const title = site.at('title').text();
  return {
    id: config.id,
    file,
    area: areaOf(file),
    title,
    routes: compileRoutes(site, title),
    ...(config.parent ? { parent: config.parent } : {}),
    ...(config.tab ? { tab: compileTab(site, title) } : {}),
    public: config.public ?? false,
    dialog: config.dialog !== undefined,
    records: Object.keys(config.records ?? {}).length > 0,
    view: config.view.type,
    ...(config.view.type === 'tabs' && config.view.tabs?.length
      ? { inlineTabs: config.view.tabs.map(({ id }) => id) }
      : {}),
  };
}

/** The folder of the screen below `screens`. */
const areaOf = (file: string): string =>
  file
    .replace(/^(.*\/)?screens\//, '')
    .split('/')[0]!
    .replace(/\.screen\.json$/, '');

interface Gate {
  access: string[];
  instanceTypes: string[];
}

type Gated = Site<{ access?: string[]; instanceTypes?: string[] }>;

/** Any-of lists of the gate; those that the part does not declare come from `above`. */
function gateOf(site: Gated, above: Gate): Gate {
  const { access, instanceTypes } = site.config;
  return {
    access: access ? site.ctx.permissions(access, site.at('access').place) : above.access,
    instanceTypes: instanceTypes
      ? site.ctx.instanceTypes(instanceTypes, site.at('instanceTypes').place)
      : above.instanceTypes,
  };
}

/** The gate of the nearest ancestor that declares one. */
function inheritedGate({ ctx }: Site): Gate {
  const above = ancestors(ctx.screen, ctx.catalogue).reverse();
  return {
    access: above.find((s) => s.config.access)?.config.access ?? [],
    instanceTypes: above.find((s) => s.config.instanceTypes)?.config.instanceTypes ?? [],
  };
}

function compileRoutes(site: Site<ScreenConfig>, title: CompiledText): CompiledRoute[] {
  const { config, ctx } = site;
  const gate = gateOf(site as Gated, inheritedGate(site));
  const menu = config.menu && compileMenu(site.at('menu'), title);
  const addresses = site.items('at');
  return routesOf(ctx.screen, ctx.catalogue).map(({ path, index }): CompiledRoute => {
    const own = index === undefined ? undefined : addresses[index];
    const ownTitle = own?.config.title === undefined ? title : own.at('title').text();
    if ((own ? own.config.menu : config.menu) && parametersOf(path).length > 0)
      (own ?? site).below(undefined, 'menu').report('menu-parameters', { received: path });
    const ownMenu = own ? own.config.menu && compileMenu(own.at('menu'), title) : menu;
    return {
      path,
      ...(own ? gateOf(own as Gated, gate) : gate),
      input: own?.config.input ? compileRouteInput(own.at('input')) : {},
      title: ownTitle,
      ...(ownMenu ? { menu: ownMenu } : {}),
    };
  });
}

/** Scope of the tab bar: that of the parent's page, without the tab's own names. */
function aboveScope({ config, ctx, scope }: Site<ScreenConfig>): TypeScope {
  const { query: _query, input: _input, state: _state, views: _views, ...shared } = scope;
  const own = Object.keys(config.records ?? {});
  return {
    ...shared,
    records: own.reduce((all, name) => withoutRecord(all, name), scope.records ?? ANY),
    conditions: conditionsType(inheritedConditions(ctx.screen, ctx.catalogue)),
  };
}

function compileTab(site: Site<ScreenConfig>, title: CompiledText): NonNullable<ScreenEntry['tab']> {
  const tab = site.at('tab');
  const visible = tab.config.visibleWhen && tab.in(aboveScope(site)).at('visibleWhen').condition(true);
  return {
    order: tab.config.order,
    label: tab.config.label === undefined ? title : tab.at('label').text(),
    ...(visible ? { visibleWhen: visible } : {}),
  };
}

function compileMenu(site: Site<Menu>, title: CompiledText): CompiledMenu {
  const { group, order, icon, label } = site.config;
  site.at('group').known('unknown-group', group, site.ctx.catalogue.groups);
  if (icon !== undefined) site.below(icon, 'icon').known('unknown-icon', icon, site.ctx.catalogue.icons);
  const badge = site.config.badge && compileMenuBadge(site.at('badge'));
  return {
    group,
    order,
    ...(icon === undefined ? {} : { icon }),
    label: label === undefined ? title : site.at('label').text(),
    ...(badge ? { badge } : {}),
  };
}

function compileRouteInput(site: Site<Record<string, unknown>>): CompiledArguments {
  const inputs = site.ctx.screen.config.input ?? {};
  return Object.fromEntries(
    Object.entries(site.config).flatMap(([name, value]) => {
      const part = site.below(value, name);
      const input = own(inputs, name);
      if (input) return [[name, part.value(inputType(part.as(input)))]];
      part.known('unknown-input', name, Object.keys(inputs));
      return [];
    }),
  );
}
