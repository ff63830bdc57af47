/** A confirmation with fields: the user enters a part of the request in it. */
import type { CompiledAsk } from './compiled.ts';
import { labelPrefix } from './cells.ts';
import { compileLayout, layoutWalk, noteRequest, partial, requestName } from './layout.ts';
import { deref } from './schema.ts';
import type { Site } from './site.ts';
import type { AskingDialog, CallAction, FieldItem } from '../../schemas/generated/language.ts';

/** Scopes of the product: the fields of a confirmation see nothing else of the page. */
const PRODUCT = ['account', 'system', 'properties', 'today'];

/** Top-level names of the request that are entered in the confirmation of this call. */
export function confirmedNames({ confirm }: CallAction): string[] {
  if (typeof confirm !== 'object') return [];
  return (confirm.ask ?? []).map((item) => pathOf(item).split('.')[0]!);
}

const pathOf = (item: FieldItem): string => (typeof item === 'string' ? item : item.field);

/** `site` is the confirmation of an action that calls `call`. */
export function compileAsk(site: Site<AskingDialog>, call: string): CompiledAsk | undefined {
  const { ctx, schemas, scope, config } = site;
  if (!config.ask) return undefined;
  const operation = ctx.catalogue.api.operations.get(call);
  if (!operation) return undefined;
  const { body } = operation;
  if (!body) {
    site
      .at('ask')
      .report('type-mismatch', { expected: 'a call of an operation with a body', received: call });
    return undefined;
  }
  const known = Object.keys(deref(body, schemas).properties ?? {});
  const product = Object.fromEntries(PRODUCT.flatMap((name) => (scope[name] ? [[name, scope[name]]] : [])));
  const layout = compileLayout(
    site.in({ ...product, form: partial(body, schemas) }),
    'ask',
    layoutWalk({ labels: labelPrefix(site), base: body, submit: operation }),
  );
  if (known.length > 0) noteRequest(ctx, operation);
  return { schema: requestName(operation), layout };
}
