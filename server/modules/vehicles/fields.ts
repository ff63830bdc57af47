/** Properties of a vehicle that are not plain columns: related tables, and minutes. */
import { sql } from 'kysely';
import { computed, type FieldMaker } from '../../records/fields.ts';
import { jsonList, ties } from '../../records/ties.ts';

/** A time stored in seconds and shown in whole minutes. */
export function minutes(column: string): FieldMaker {
  return () => ({
    columns: [column],
    show: (row) => (typeof row[column] === 'number' ? Math.round(row[column] / 60) : null),
    write: (value) => ({ [column]: typeof value === 'number' ? value * 60 : null }),
  });
}

/** The terminal that is currently in the vehicle. */
export const TERMINAL =
  computed(sql`(select json_build_object('id', m.id, 'deviceId', d.device_id, 'imei', d.imei,
    'beginTime', m.begin_time, 'lastSuccessTime', d.last_success_time, 'lastFailureTime', d.last_failure_time)
  from vehicle_terminals m join terminals d on d.id = m.terminal_id
  where m.vehicle_id = t.id and m.begin_time <= now() and (m.end_time is null or m.end_time > now()))`);

interface Word {
  name: string;
}

const of = (table: string) => ({ table, by: 'vehicle_id' });

const coded = (table: string, column: string, list: string) =>
  ties<Word>(
    jsonList(sql`select l.code as name, l.name as caption from ${sql.table(table)} as x
      join ${sql.table(list)} as l on l.instance_id = x.instance_id and l.code = ${sql.ref(`x.${column}`)}
      where x.instance_id = t.instance_id and x.vehicle_id = t.id order by l.name`),
    { ...of(table), row: ({ name }) => ({ [column]: name }) },
  );

/** Lists of a vehicle in separate tables. */
export const TIES = {
  garbageTypes: coded('vehicle_garbage_types', 'garbage_type', 'garbage_types'),
  containerTypes: coded('vehicle_container_types', 'container_type', 'container_types'),
  drivers: ties<{ id: string }>(
    jsonList(sql`select s.id, concat_ws(' ', s.last_name, s.first_name, s.middle_name) as "fullName"
      from vehicle_drivers x join staff s on s.id = x.driver_id
      where x.instance_id = t.instance_id and x.vehicle_id = t.id order by 2`),
    { ...of('vehicle_drivers'), row: ({ id }) => ({ driver_id: id }) },
  ),
  additionalWorks: works(),
};

/** Kinds of extra work; captions are added when they are returned. */
function works(): FieldMaker {
  const list = ties<{ kind: Word; measure?: Word | null }>(
    jsonList(sql`select x.kind, x.measure from vehicle_additional_works x
      where x.instance_id = t.instance_id and x.vehicle_id = t.id order by x.kind`),
    {
      ...of('vehicle_additional_works'),
      row: ({ kind, measure }) => ({ kind: kind.name, measure: measure?.name ?? null }),
    },
  );
  return (property) => ({
    ...list(property),
    dictionaries: ['additionalWorkKinds', 'additionalWorkKindMeasures'],
    show: (row, captions) =>
      ((row[property] as { kind: string; measure: string | null }[] | undefined) ?? []).map((work) => ({
        kind: captions.value('additionalWorkKinds', work.kind),
        measure: captions.optional('additionalWorkKindMeasures', work.measure),
      })),
  });
}
