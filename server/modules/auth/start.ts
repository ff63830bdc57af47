/** Everything the browser app needs to start, in one response: on a slow line each request is a costly round trip. */
import type { BuildInfo } from '../../core/buildInfo.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { preferencesOf } from '../preferences/preferences.ts';
import { systemInfoOf } from '../system/system.ts';
import { accountReply } from './accountReply.ts';

export const startHandlers = (build: BuildInfo) =>
  handlers({
    sessionStart: instanceHandler<'sessionStart'>(
      async ({ scope: { db }, account, parameters, request, setSession }) => {
        setSession(request.sessionToken);
        const held = account.passwordChangeRequired;
        const [settings, preferences] = await Promise.all([
          settingsOf(db, account.instance.id, parameters.settings ?? []),
          held ? [] : preferencesOf(db, account),
        ]);
        return { account: accountReply(account), info: systemInfoOf(build, account), settings, preferences };
      },
    ),
  });

/** Returns the value of each setting: that of the instance, else the common one. */
async function settingsOf(db: ScopedDb, instanceId: string, names: readonly string[]) {
  if (names.length === 0) return {};
  const rows = await db
    .selectFrom('app_properties')
    .select(['name', 'value', 'instance_id'])
    .where('name', 'in', names)
    .where((eb) => eb.or([eb('instance_id', '=', instanceId), eb('instance_id', 'is', null)]))
    .execute();
  const own = rows.toSorted((a, b) => Number(a.instance_id !== null) - Number(b.instance_id !== null));
  return Object.fromEntries(own.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])));
}
