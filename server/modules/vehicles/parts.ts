/** What a vehicle holds in tables of its own: written with it. */
import { invalid } from '../../http/problems.ts';
import { loadCaptions } from '../../records/captions.ts';
import type { Change } from '../../records/change.ts';
import { saveTies } from '../../records/ties.ts';
import type { SaveOf } from '../../records/record.ts';
import type { OwnRow } from '../../records/rows.ts';

type Save = SaveOf<'vehicle'>;

/** Each kind of extra work is a word of its dictionary, as is its measure; none stands twice. */
export async function requireWorks({ trx, body, instanceId }: Change<Save>): Promise<void> {
  const captions = await loadCaptions(trx, 'ru');
  const seen = new Set<string>();
  (body.additionalWorks ?? []).forEach(({ kind, measure }, i) => {
    const refuse = (part: string, code: 'unknownValue' | 'duplicate') =>
      invalid({ field: `additionalWorks.${i}.${part}`, code, message: `validation.${code}` });
    if (!captions.knows('additionalWorkKinds', kind.name, instanceId)) throw refuse('kind', 'unknownValue');
    if (measure && !captions.knows('additionalWorkKindMeasures', measure.name, instanceId))
      throw refuse('measure', 'unknownValue');
    if (seen.has(kind.name)) throw refuse('kind', 'duplicate');
    seen.add(kind.name);
  });
}

export async function saveParts(
  { id, instance_id }: OwnRow,
  body: Save,
  { trx }: Change<unknown>,
): Promise<void> {
  const owner = { instance_id, vehicle_id: id };
  const garbage = (body.garbageTypes ?? []).map(({ name }) => ({ garbage_type: name }));
  await saveTies(trx, 'vehicle_garbage_types', owner, garbage);
  const containers = (body.containerTypes ?? []).map(({ name }) => ({ container_type: name }));
  await saveTies(trx, 'vehicle_container_types', owner, containers);
  await saveTies(
    trx,
    'vehicle_drivers',
    owner,
    (body.drivers ?? []).map((driver) => ({ driver_id: driver.id })),
  );
  const works = (body.additionalWorks ?? []).map(({ kind, measure }) => ({
    kind: kind.name,
    measure: measure?.name ?? null,
  }));
  await saveTies(trx, 'vehicle_additional_works', owner, works);
}
