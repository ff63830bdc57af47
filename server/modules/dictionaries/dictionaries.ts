/** Dictionaries: every operation that the API files mark as one is answered from the classifiers. */
import type { ApiCatalogue } from '../../../engine/language/api.ts';
import { sessionHandler, type Handlers } from '../../http/handler.ts';
import { loadCaptions } from '../../records/captions.ts';

/** A handler for each dictionary of the catalogue. */
export function dictionaryHandlers(api: ApiCatalogue): Handlers {
  const handlers: Handlers = {};
  for (const { operation, id } of api.dictionaries.values()) {
    handlers[operation] = sessionHandler<never>(async ({ db, locale }) =>
      (await loadCaptions(db, locale, id)).all(id),
    );
  }
  return handlers;
}
