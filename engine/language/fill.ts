/** An action that writes into a form: the one around, or one that the screen names. */
import { pathType } from './cells.ts';
import type { CompiledArguments } from './compiled.ts';
import { child, type Context, type FormAround, type Place } from './context.ts';
import type { TypeScope } from './expressions.ts';
import { namedViews } from './scopes.ts';
import { ANY } from './types.ts';
import type { FillAction } from '../../schemas/generated/language.ts';

export function compileFill(
  ctx: Context,
  { fill, form }: FillAction,
  scope: TypeScope,
  place: Place,
): { type: 'fill'; form: string; values: CompiledArguments } {
  const target = form === undefined ? ctx.formAround : namedForm(ctx, form, place);
  if (form === undefined && !target)
    ctx.report('missing-property', place, { received: 'form', note: 'no form stands around this action' });
  const values = Object.entries(fill).map(([path, value]) => {
    const at = child(place, 'fill', path);
    const type = target ? pathType(ctx, target.body, path, at) : ANY;
    return [path, ctx.value(value, scope, at, type, true).value] as const;
  });
  return { type: 'fill', form: target?.at ?? '', values: Object.fromEntries(values) };
}

function namedForm(ctx: Context, name: string, place: Place): FormAround | undefined {
  const forms = namedViews(ctx.screen.config.view).filter(({ view }) => view.type === 'form');
  const found = forms.find((one) => one.name === name);
  if (!found || found.view.type !== 'form') {
    ctx.known(
      'unknown-name',
      name,
      forms.map((one) => one.name),
      child(place, 'form'),
    );
    return undefined;
  }
  const body = ctx.catalogue.api.operations.get(found.view.submit?.call ?? '')?.body;
  return { at: found.pointer, body: body ?? ANY };
}
