/** An action that writes into a form: the surrounding one, or one that it names. */
import { pathType } from './cells.ts';
import type { CompiledArguments } from './compiled.ts';
import type { FormAround } from './context.ts';
import { viewNamed } from './scopes.ts';
import type { Site } from './site.ts';
import { ANY } from './types.ts';
import type { FillAction, FormView, View } from '../../schemas/generated/language.ts';

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
  const found = viewNamed(site, (view: View): view is FormView => view.type === 'form');
  if (!found) return undefined;
  const body = site.ctx.catalogue.api.operations.get(found.view.submit?.call ?? '')?.body;
  return { at: found.pointer, body: body ?? ANY };
}
