/** A question that asks for a part of the request: fields as a form has them, within the confirmation. */
import type { CompiledAsk } from './compiled.ts';
import { child, type Context, type Place } from './context.ts';
import type { TypeScope } from './expressions.ts';
import { labelPrefix } from './cells.ts';
import { compileLayout, partial } from './layout.ts';
import { deref, refName } from './schema.ts';
import type { CallAction, FieldItem } from '../../schemas/generated/language.ts';

/** Scopes of the product: a question stands on its own and sees nothing else of the page. */
const PRODUCT = ['account', 'system', 'properties', 'today'];

/** Names at the top of the request that the question of this call asks for. */
export function askedNames({ confirm }: CallAction): string[] {
  if (typeof confirm !== 'object') return [];
  return (confirm.ask ?? []).map((item) => pathOf(item).split('.')[0]!);
}

const pathOf = (item: FieldItem): string => (typeof item === 'string' ? item : item.field);

/** `place` is that of the question. */
export function compileAsk(
  ctx: Context,
  action: CallAction,
  scope: TypeScope,
  place: Place,
): CompiledAsk | undefined {
  const { call, confirm } = action;
  if (typeof confirm !== 'object' || !confirm.ask) return undefined;
  const operation = ctx.catalogue.api.operations.get(call);
  if (!operation) return undefined;
  const at = child(place, 'ask');
  const { body } = operation;
  if (!body) {
    ctx.report('type-mismatch', at, { expected: 'a call of an operation with a body', received: call });
    return undefined;
  }
  const known = Object.keys(deref(body, ctx.schemas).properties ?? {});
  const own = Object.fromEntries(PRODUCT.flatMap((name) => (scope[name] ? [[name, scope[name]]] : [])));
  const walk = {
    ctx,
    labels: labelPrefix(ctx, confirm, place),
    base: body,
    scope: { ...own, form: partial(body, ctx) },
    hideable: false,
    laidOut: new Set<string>(),
    submit: operation,
  };
  const layout = compileLayout(walk, confirm.ask, at);
  const schema = body.$ref ? refName(body.$ref) : operation.id;
  if (known.length > 0) ctx.requestTypes.set(schema, body);
  return { schema, layout };
}
