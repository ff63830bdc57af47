/** The log of sign-ins and refusals for administrators. */
import { sql } from 'kysely';
import { shortNameOf } from '../../access/accounts.ts';
import { browserOf } from '../../access/browser.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import { readList } from '../../database/list.ts';
import { anyOf, containing } from '../../database/paging.ts';
import { columnOf } from '../../records/rows.ts';
import { loadCaptions } from '../../records/captions.ts';
import { within } from './logDays.ts';

/** Converts `signInFailed` to the dictionary value `SIGN_IN_FAILED`. */
const wordOf = (event: string) => columnOf(event).toUpperCase();

export const securityLogHandlers = handlers({
  securityLogPaging: instanceHandler<'securityLogPaging'>(
    async (call) => {
      const { scope, account, parameters, locale, translate } = call;
      const { filter = {}, query } = parameters;
      const captions = await loadCaptions(scope.db, locale);
      let rows = scope.db
        .selectFrom('security_log as l')
        .leftJoin('accounts as a', 'a.id', 'l.account_id')
        .where(within('event_time', filter, account));
      if (filter.events?.length)
        rows = rows.where(sql<boolean>`upper(regexp_replace(l.event, '([A-Z])', '_\\1', 'g'))
          = ${anyOf(filter.events, 'text')}`);
      if (query?.trim()) {
        const pattern = containing(query);
        rows = rows.where((eb) =>
          eb.or([
            eb('l.login', 'ilike', pattern),
            eb('l.address', 'ilike', pattern),
            eb('l.actor_login', 'ilike', pattern),
          ]),
        );
      }
      const shown = rows.selectAll('l').select(['a.last_name', 'a.first_name', 'a.middle_name']);
      const sorts = { time: { by: sql.ref('l.event_time') } };
      const order = parameters.order ?? '+time';
      return readList(scope.db, call, { rows, shown, order, sorts, id: sql.ref('l.id') }, (row) => ({
        id: String(row.id),
        time: row.event_time.toISOString(),
        event: captions.value('securityEvents', wordOf(row.event)),
        login: row.login,
        account:
          row.last_name === null || row.first_name === null
            ? null
            : shortNameOf({
                lastName: row.last_name,
                firstName: row.first_name,
                middleName: row.middle_name,
              }),
        actor: row.actor_login,
        address: row.address,
        browser: browserOf(row.user_agent),
        operation: row.operation,
        reason: row.reason && reasonText(row.reason, translate),
      }));
    },
    ['time'],
  ),
});

/** Returns the text of a reason; a code without a text is returned unchanged. */
function reasonText(code: string, translate: (key: string) => string): string {
  for (const key of [`server.reason.${code}`, `server.${code}`, `validation.${code}`]) {
    const text = translate(key);
    if (text !== key) return text;
  }
  return code;
}
