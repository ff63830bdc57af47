/** System information, the heartbeat and settings. */
import { sql } from 'kysely';
import { providerOf, styleUrlOf, type MapSettings } from '../../map/settings.ts';
import type { Db } from '../../database/connection.ts';
import type { BuildInfo } from '../../core/buildInfo.ts';
import type { Account } from '../../access/accounts.ts';
import { handlers, publicHandler, sessionHandler } from '../../access/handler.ts';
import { notFound } from '../../core/problems.ts';

/** Returns handlers for this build and for the settings in the database. */
export function systemHandlers(build: BuildInfo, map: MapSettings) {
  return handlers({
    systemInfo: sessionHandler<'systemInfo'>(async ({ account }) => systemInfoOf(build, account)),

    systemInfoPublic: publicHandler<'systemInfoPublic'>(async ({ db, request, translate }) => {
      const mapped = await instanceOfHost(db, request.host);
      return {
        instanceName: mapped?.name ?? translate('server.portal'),
        instanceType: mapped?.type ?? 'NONE',
        instanceOwner: mapped?.owner_id
          ? { id: mapped.owner_id, name: mapped.owner_name ?? '', shortName: mapped.owner_short_name ?? '' }
          : null,
        footerText: mapped?.footer_text ?? '',
        currentTheme: mapped?.theme ?? 'light',
        timeZone: mapped?.time_zone ?? 'Europe/Moscow',
      };
    }),

    heartbeat: publicHandler<'heartbeat'>(async ({ db }) => {
      const { rows } = await sql<{ time: Date }>`select now() as time`.execute(db);
      return { time: (rows[0]?.time ?? new Date()).toISOString() };
    }),

    mapInfo: sessionHandler<'mapInfo'>(async ({ db, account }) => {
      const read = async (name: string) => (await readProperty(db, name, account.instance.id)).value;
      const key = await read('map.key');
      return {
        key,
        mapCenter: pointOf(await read('map.center')) ?? MOSCOW,
        pickedMark: pointOf(await read('map.pickedMark')) ?? null,
        provider: providerOf(map),
        styleUrl: styleUrlOf(map, key),
      };
    }),

    appProperty: sessionHandler<'appProperty'>(({ db, account, parameters }) =>
      readProperty(db, parameters.name, account.instance.id),
    ),

    appPropertyCcgOperationsBlocked: sessionHandler<'appPropertyCcgOperationsBlocked'>(({ db, account }) =>
      readProperty(db, 'ccgsBlocked', account.instance.id),
    ),
  });
}

/** Returns names and settings of the product and of the account's instance, for the frame of the screens. */
export const systemInfoOf = (build: BuildInfo, { instance }: Account) => ({
  ...build,
  instanceName: instance.name,
  instanceType: instance.type,
  instanceOwner: instance.ownerCustomer,
  footerText: instance.footerText,
  currentTheme: instance.theme,
  timeZone: instance.timeZone,
});

function instanceOfHost(db: Db, host: string) {
  return db
    .selectFrom('host_instances as h')
    .innerJoin('instances as i', 'i.id', 'h.instance_id')
    .leftJoin('customers as c', 'c.id', 'i.owner_customer_id')
    .where('h.host', '=', host)
    .select([
      'i.name',
      'i.type',
      'i.footer_text',
      'i.theme',
      'i.time_zone',
      'c.id as owner_id',
      'c.name as owner_name',
      'c.short_name as owner_short_name',
    ])
    .executeTakeFirst();
}

/** Returns the instance's own setting, or else the common one. */
async function readProperty(db: Db, name: string, instanceId: string) {
  const property = await db
    .selectFrom('app_properties')
    .select(['name', 'value', 'type'])
    .where('name', '=', name)
    .where((eb) => eb.or([eb('instance_id', '=', instanceId), eb('instance_id', 'is', null)]))
    .orderBy(sql`instance_id is null`)
    .executeTakeFirst();
  if (!property) throw notFound();
  return property;
}

/** Default centre of maps. The specification has the two numbers in reverse order. */
const MOSCOW = { latitude: 55.75222, longitude: 37.61556 };

/** Parses `latitude, longitude` in degrees; undefined for anything else. */
export function pointOf(text: string | null): { latitude: number; longitude: number } | undefined {
  const [latitude = NaN, longitude = NaN, ...rest] = (text ?? '').split(',').map(Number);
  const right = rest.length === 0 && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return text && right ? { latitude, longitude } : undefined;
}
