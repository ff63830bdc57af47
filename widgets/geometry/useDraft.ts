/** The draft of the field: a valid one is passed to the form, an invalid one prevents the form from being sent. */
import { useState } from 'react';
import { useLocale, type FieldProps } from '../../engine/index.ts';
import type { DrawnType } from '../shared/map/geometry.ts';
import { draftOf, keptDraft, readDraft, type Draft } from './draft.ts';

export interface DraftState {
  draft: Draft;
  /** Typed but not yet passed to the form. */
  typed: boolean;
  /** Shows a draft while it is being typed. */
  type(draft: Draft): void;
  /** Passes a draft to the form. */
  commit(draft: Draft): void;
}

export function useDraft(props: FieldProps, types: readonly DrawnType[]): DraftState {
  const { t } = useLocale();
  const { value, unread, onChange, onUnread, field } = props;
  const [draft, setDraft] = useState<Draft>(() => keptDraft(unread) ?? draftOf(value, types));
  const [typed, setTyped] = useState(false);
  const [known, setKnown] = useState(() => JSON.stringify(value));
  const present = JSON.stringify(value);
  // The form was reset, or another user's change was applied.
  if (present !== known) {
    setKnown(present);
    setDraft(draftOf(value, types));
    setTyped(false);
  }
  return {
    draft,
    typed,
    type(next) {
      setDraft(next);
      setTyped(true);
    },
    commit(next) {
      setDraft(next);
      setTyped(false);
      const read = readDraft(next);
      if (read.is === 'fault') return onUnread({ text: JSON.stringify(next), why: () => read.why(t) });
      onUnread(undefined);
      const geometry = read.is === 'geometry' ? read.geometry : field.nullable ? null : undefined;
      setKnown(JSON.stringify(geometry));
      onChange(geometry);
    },
  };
}
