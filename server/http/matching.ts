/** Checks the handlers against the API files. */
import type { ApiCatalogue, ApiOperation } from '../../engine/language/api.ts';
import type { Handlers } from '../access/handler.ts';
import { filePartsOf, givesFile } from '../core/operationKinds.ts';

/** Throws one error that lists every operation without a handler, and every handler of a different kind. */
export function requireHandlers(api: ApiCatalogue, handlers: Handlers): void {
  const errors: string[] = [];
  for (const operation of api.operations.values()) {
    const handler = handlers[operation.id];
    if (!handler) errors.push(`${operation.id} of ${operation.file} has no handler`);
    else if (handler.scope !== kindOf(operation)) {
      errors.push(`${operation.id} has scope ${operation.scope}, its handler ${handler.scope}`);
    } else if (handler.scope === 'instance') {
      const kind = [
        filePartsOf(operation, api.schemas).length > 0 ? 'files' : 'json',
        givesFile(operation) ? 'file' : 'json',
      ];
      if (kind[0] !== handler.body || kind[1] !== handler.reply) {
        errors.push(
          `${operation.id} takes ${kind[0]} and gives ${kind[1]}, its handler ${handler.body} and ${handler.reply}`,
        );
      }
      const missing = operation.sort.filter((field) => !handler.sorts.includes(field));
      if (missing.length > 0) errors.push(`${operation.id} cannot order by ${missing.join(', ')}`);
    }
  }
  for (const id of Object.keys(handlers)) {
    if (!api.operations.has(id)) errors.push(`the handler ${id} answers no operation of the API files`);
  }
  if (errors.length > 0) throw new Error(`The API files and the handlers differ: ${errors.join('; ')}`);
}

/** An operation of scope `party` has an `instance` handler: it reads rows of an instance, more of them or fewer. */
const kindOf = ({ scope }: ApiOperation) => (scope === 'party' ? 'instance' : scope);
