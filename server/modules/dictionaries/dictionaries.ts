/** Dictionaries: every operation that the API files mark as one is served from fixed values or from rows. */
import type { ApiCatalogue, ApiDictionary } from '../../../engine/language/api.ts';
import { readRowPage, readRows } from '../../dictionaries/read.ts';
import { readPermissions } from '../../dictionaries/permissions.ts';
import { ROW_DICTIONARIES } from '../../dictionaries/rows.ts';
import { readLocations } from '../../dictionaries/tree.ts';
import { readWords } from '../../dictionaries/words.ts';
import { instanceHandler, sessionHandler, type Handler, type Handlers } from '../../access/handler.ts';
import type { PageQuery } from '../../core/paging.ts';
import { loadCaptions } from '../../records/captions.ts';

/** Returns a handler per dictionary of the catalogue, `own` ones by id; throws when one has neither values nor rows. */
export function dictionaryHandlers(api: ApiCatalogue, own: Handlers = {}): Handlers {
  const words = readWords();
  const handlers: Handlers = {};
  for (const dictionary of api.dictionaries.values()) {
    const { id, operation } = dictionary;
    const handler = own[id] ?? rowHandler(dictionary) ?? (words.has(id) ? wordHandler(id) : undefined);
    if (!handler) throw new Error(`The dictionary ${id} has neither words nor rows`);
    handlers[operation] = handler;
  }
  return handlers;
}

function wordHandler(id: string): Handler {
  return sessionHandler<never>(async ({ db, locale, account }) =>
    (await loadCaptions(db, locale)).offered(id, account.instance.id),
  );
}

const PERMISSIONS = readPermissions();

function rowHandler(dictionary: ApiDictionary): Handler | undefined {
  if (dictionary.id === 'locations') return instanceHandler<never>(({ scope }) => readLocations(scope));
  if (dictionary.id === 'permissions')
    return sessionHandler<never>(async ({ locale }) =>
      PERMISSIONS.map(({ name, group, ...caption }) => ({
        name,
        caption: caption[locale],
        group: group[locale],
      })),
    );
  const rows = ROW_DICTIONARIES[dictionary.id];
  if (!rows) return undefined;
  return dictionary.paged
    ? instanceHandler<never>(({ scope, parameters, walk }) =>
        readRowPage(scope, rows, dictionary, parameters as unknown as PageQuery, walk),
      )
    : instanceHandler<never>(({ scope }) => readRows(scope, rows));
}
