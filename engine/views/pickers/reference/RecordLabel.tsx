import type { ReactNode } from 'react';
import { useLocale } from '../../../data/useLocale.ts';
import { entityLabel, useReference } from '../../../data/entities.ts';
import type { CompiledEntity } from '../../../language/compiled.ts';
import { usePage } from '../../../page/page.ts';

interface RecordLabelProps {
  entity: CompiledEntity;
  item: unknown;
  known: string | undefined;
}

/** The label of a picked record; loaded when only the id is known. */
export function RecordLabel({ entity, item, known }: RecordLabelProps): ReactNode {
  const { t } = useLocale();
  const { screen } = usePage();
  const here = known ?? entityLabel(entity, item);
  const { label, loading, error } = useReference(here ? undefined : entity, item, screen.operations);
  if (here || label) return here || label;
  if (loading) return <span className="skeleton inline-block h-3 w-24 align-middle" />;
  // The record was deleted or the account may not read it; without an error, only the id is known.
  return <span className="text-muted">{error ? t('engine.picker.unknown') : String(item)}</span>;
}
