/** Validation of the extra work of a vehicle. */
import { invalid } from '../../core/problems.ts';
import { loadCaptions } from '../../records/captions.ts';
import type { Change } from '../../records/change.ts';
import type { SaveOf } from '../../records/record.ts';

type Save = SaveOf<'vehicle'>;

/** Throws unless each kind of extra work and its measure are dictionary values, and no kind is repeated. */
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
