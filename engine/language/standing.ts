/** Relations of a screen to other screens: its parent, its tab, its routes. */
import { inheritedConditions } from './conditions.ts';
import { ancestors } from './routes.ts';
import { namedViews } from './scopes.ts';
import type { Site } from './site.ts';
import type { ScreenConfig } from '../../schemas/generated/language.ts';

export function checkStanding(site: Site<ScreenConfig>): void {
  const { config, ctx } = site;
  checkNames(site);
  checkParent(site);
  if (config.route !== undefined && config.at)
    site.at('at').report('wrong-type', { received: 'at beside route', expected: 'one of the two' });
  checkGiven(site);
  checkGate(site);
  if (config.route === undefined && !config.at && !config.dialog)
    ctx.report('no-place', site.at('id').place, { received: config.id });
}

/** Checks each named condition where it is declared; conditions cannot read each other. */
export function checkConditions(site: Site<ScreenConfig>): void {
  const { conditions: _, ...scope } = site.scope;
  const inherited = Object.keys(inheritedConditions(site.ctx.screen, site.ctx.catalogue));
  for (const [name, part] of site.in(scope).entries('conditions')) {
    part.as(name).unique(inherited);
    part.condition();
  }
}

function checkNames(site: Site<ScreenConfig>): void {
  const views = namedViews(site.config.view);
  const names = views.map((v) => v.name);
  views.forEach(({ name, pointer }, i) =>
    site.ctx.unique(name, names.slice(0, i), { ...site.place, pointer: `${pointer}/name` }),
  );
}

function checkParent(site: Site<ScreenConfig>): void {
  const { config, ctx } = site;
  const { screens } = ctx.catalogue;
  const parent = config.parent === undefined ? undefined : screens.get(config.parent);
  if (config.parent !== undefined && !parent) {
    const others = [...screens.keys()].filter((id) => id !== config.id);
    site.at('parent').known('unknown-screen', config.parent, others);
  }
  if (config.parent === config.id || ancestors(ctx.screen, ctx.catalogue).includes(ctx.screen))
    site.at('parent').report('parent-cycle', { received: config.id });
  if (config.tab && (config.parent === undefined || (parent?.sound && parent.config.view.type !== 'tabs')))
    site
      .at(config.parent === undefined ? 'tab' : 'parent')
      .report('tab-without-parent', { received: config.parent ?? 'no parent' });
}

/** Instance types restrict routes, and a dialog has none. */
function checkGate(site: Site<ScreenConfig>): void {
  const { route, at, dialog, instanceTypes } = site.config;
  if (dialog && route === undefined && !at && instanceTypes !== undefined)
    site.at('instanceTypes').report('no-effect', { received: 'instanceTypes', expected: 'route' });
}

/** Each route of the screen must set every input that has no default value. */
function checkGiven(site: Site<ScreenConfig>): void {
  const { input = {}, dialog } = site.config;
  if (dialog) return;
  const needed = Object.entries(input)
    .filter(([, one]) => typeof one === 'string' || !(one.optional || one.default !== undefined))
    .map(([name]) => name);
  for (const address of site.items('at'))
    for (const name of needed)
      if (!(name in (address.config.input ?? {}))) address.report('missing-input', { received: name });
}
