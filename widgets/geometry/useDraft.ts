/** The draft of the field: what it reads as goes to the form, what it does not read as keeps the form from being sent. */
import { useState } from 'react';
import { useLocale, type FieldProps } from '../../engine/index.ts';
import type { DrawnType } from '../shared/map/geometry.ts';
import { draftOf, keptDraft, readDraft, type Draft } from './draft.ts';

export interface DraftState {
  draft: Draft;
  /** It was typed and not handed over yet. */
  typed: boolean;
  /** Shows a draft that is still being typed. */
  type(draft: Draft): void;
  /** Hands a draft over to the form. */
  commit(draft: Draft): void;
}

export function useDraft(props: FieldProps, types: readonly DrawnType[]): DraftState {
  const { t } = useLocale();
  const { value, unread, onChange, onUnread, field } = props;
  const [draft, setDraft] = useState<Draft>(() => keptDraft(unread) ?? draftOf(value, types));
  const [typed, setTyped] = useState(false);
  const [known, setKnown] = useState(() => JSON.stringify(value));
  const present = JSON.stringify(value);
  // The form was reset, or another's change was taken over.
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
