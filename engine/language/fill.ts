/** An action that writes into a form: the one around, or one that the screen names. */
import { pathType } from './cells.ts';
import type { CompiledArguments } from './compiled.ts';
import type { FormAround } from './context.ts';
import { namedViews } from './scopes.ts';
import type { Site } from './site.ts';
import { ANY } from './types.ts';
import type { FillAction } from '../../schemas/generated/language.ts';

export function compileFill(site: Site<FillAction>): {
  type: 'fill';
  form: string;
  item: boolean;
  values: CompiledArguments;
} {
  const { form } = site.config;
  const target = form === undefined ? site.form : namedForm(site.at('form'));
  if (form === undefined && !target)
    site.report('missing-property', { received: 'form', note: 'no form stands around this action' });
  const values = site
    .entries('fill')
    .map(([path, part]) => [path, part.value(target ? pathType(part.as(path), target.body) : ANY, true)]);
  return {
    type: 'fill',
    form: target?.at ?? '',
    item: target?.item ?? false,
    values: Object.fromEntries(values) as CompiledArguments,
  };
}

function namedForm(site: Site<string>): FormAround | undefined {
  const { catalogue, screen } = site.ctx;
  const forms = namedViews(screen.config.view).filter(({ view }) => view.type === 'form');
  const found = forms.find((one) => one.name === site.config);
  if (!found || found.view.type !== 'form') {
    const names = forms.map((one) => one.name);
    site.known('unknown-name', site.config, names);
    return undefined;
  }
  const body = catalogue.api.operations.get(found.view.submit?.call ?? '')?.body;
  return { at: found.pointer, body: body ?? ANY };
}
