/** Classifiers: the dictionaries, their values, and an instance's own values. */
import { sql } from 'kysely';
import { transaction } from '../../database/connection.ts';
import { takesOwnWords } from '../../dictionaries/closed.ts';
import { readWords } from '../../dictionaries/words.ts';
import { handlers, sessionHandler, type Handlers } from '../../access/handler.ts';
import { readList } from '../../database/list.ts';
import { containing, type Sorts } from '../../database/paging.ts';
import { notFound } from '../../core/problems.ts';
import { dropWords, loadCaptions } from '../../records/captions.ts';
import { addWord, changeWord, retireWord } from './ownWords.ts';
import { instanceOf, readWord, visible, wordReply, type WordRow } from './rows.ts';
import { shapeOf } from './shape.ts';

const TYPES = [...readWords().keys()];

function requireType(type: string): string {
  if (!TYPES.includes(type)) throw notFound();
  return type;
}

export const classifierHandlers: Handlers = handlers({
  classifierTypes: sessionHandler<'classifierTypes'>(async ({ db, locale, account, translate }) => {
    const captions = await loadCaptions(db, locale);
    return TYPES.map((name) => ({
      name,
      caption: translate(`server.dictionary.${name}`),
      valueCount: captions.offered(name, account.instance.id).length,
    })).toSorted((a, b) => a.caption.localeCompare(b.caption, locale));
  }),

  classifierShape: sessionHandler<'classifierShape'>(async ({ parameters, translate }) => {
    const type = requireType(parameters.classifierType);
    return shapeOf(type, takesOwnWords(type), translate);
  }),

  classifierPaging: sessionHandler<'classifierPaging'>(async (call) => {
    const { db, account, parameters: query, locale } = call;
    let rows = db
      .selectFrom('classifiers')
      .where('dictionary', '=', requireType(query.classifierType))
      .where(visible(instanceOf(account)));
    if (query.query?.trim()) {
      const pattern = containing(query.query);
      rows = rows.where((eb) =>
        eb.or([
          eb('name', 'ilike', pattern),
          eb('caption_ru', 'ilike', pattern),
          eb('caption_en', 'ilike', pattern),
        ]),
      );
    }
    const sorts: Sorts = {
      name: { by: sql.ref('name') },
      caption: { by: sql.ref(locale === 'en' ? 'caption_en' : 'caption_ru') },
      position: { by: sql.ref('position') },
    };
    const order = query.order ?? '-position';
    const list = { rows, shown: rows.selectAll(), order, sorts, id: sql.ref('id') };
    return readList(db, call, list, (row) => wordReply(row, locale));
  }),

  classifierValueGet: sessionHandler<'classifierValueGet'>(async ({ db, account, parameters, locale }) =>
    wordReply(await readWord(db, account, parameters.valueId), locale),
  ),

  classifierSave: sessionHandler<'classifierSave'>(async ({ db, account, body, locale }) => {
    requireType(body.classifierType);
    const reply = (row: WordRow) => wordReply(row, locale);
    const { id } = body;
    const row = await transaction(db, (trx) =>
      id === undefined
        ? addWord(trx, account, body)
        : changeWord(trx, account, id, { ...body, current: reply }),
    );
    dropWords(db);
    return reply(row);
  }),

  classifierDelete: sessionHandler<'classifierDelete'>(
    async ({ db, account, parameters, request, locale }) => {
      const current = (row: WordRow) => wordReply(row, locale);
      await transaction(db, (trx) => retireWord(trx, account, parameters.valueId, request.ifMatch, current));
      dropWords(db);
    },
  ),
});
