/** The records in a picker's field, the names already known, and the functions that add and remove them. */
import { useState } from 'react';
import { useEngine } from '../../../data/engine.ts';
import { entityLabel } from '../../../data/entities.ts';
import { valueAt } from '../../../language/evaluate.ts';
import type { PickerProps } from '../../../registry/define.ts';

export interface Picked {
  chosen: unknown[];
  keyOf(item: unknown): unknown;
  /** Names returned with the dialog's result, by key. */
  known: ReadonlyMap<unknown, string>;
  /** Opens the dialog; the picked records replace the chosen ones, or are added to them. */
  pick(joins?: boolean): Promise<void>;
  drop(item: unknown): void;
}

export function usePicked(props: PickerProps): Picked {
  const { dialogs } = useEngine();
  const { entity, multiple, mode, onChange } = props;
  const [known, setKnown] = useState<ReadonlyMap<unknown, string>>(new Map());
  const chosen = asList(props.value);
  const keyOf = (item: unknown) => (isRecord(item) ? valueAt(item, entity.key.split('.')) : item);

  const pick = async (joins = false) => {
    const picked = asList(await dialogs.open(props.dialog, { multiple, ...props.options }));
    if (!picked.length) return;
    setKnown(new Map([...known, ...picked.map((r) => [keyOf(r), entityLabel(entity, r) ?? ''] as const)]));
    const values = mode === 'record' ? picked : picked.map(keyOf);
    if (!multiple) return onChange(values[0]);
    const keys = new Set(picked.map(keyOf));
    const kept = joins ? chosen.filter((item) => !keys.has(keyOf(item))) : [];
    onChange([...kept, ...values]);
  };
  const drop = (item: unknown) => onChange(chosen.filter((other) => keyOf(other) !== keyOf(item)));
  return { chosen, keyOf, known, pick, drop };
}

const isRecord = (item: unknown): item is object => typeof item === 'object' && item !== null;

function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null || value === '' ? [] : [value];
}
