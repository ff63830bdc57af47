/** What the parts of one form share. The value never changes while the form is open: changes go through the store. */
import { createContext, useContext, useSyncExternalStore, type ComponentType } from 'react';
import type { CompiledField } from '../../language/compiled.ts';
import type { FormController } from './controller.ts';
import { useStore } from '../../data/store.ts';
import type { Unread } from '../../registry/define.ts';
import type { Run } from './run.ts';
import type { FormStatus } from './store.ts';

export interface FormParts {
  controller: FormController;
  /** Beginning of the ids of this form's elements. */
  id: string;
  /** Only what is in sight is laid out: the form is long. */
  long: boolean;
  /** Draws the runs of its layout. */
  RunFields: ComponentType<{ run: Run }>;
  /** The field at a key with its handlers; the same object at each call. */
  entry(key: string, field: CompiledField): FieldEntry;
  /** Brings the field into sight, also out of a closed pane, and focuses it. */
  focusField(key: string): void;
  /** Focuses the first control of an item, `rows.2`, once it is drawn. */
  focusItem(key: string): void;
  /** Panes register how they are opened. */
  openers: Map<string, (pane: string) => void>;
}

/** A field at its place, with handlers that never change. */
export interface FieldEntry {
  key: string;
  id: string;
  field: CompiledField;
  onChange(value: unknown): void;
  onBlur(): void;
  onUnread(unread: Unread | undefined): void;
  subscribe(listener: () => void): () => void;
  version(): number;
}

export const FormContext = createContext<FormParts | undefined>(undefined);

/** Key in front of those of the fields: `rows.2.` within an item of a list. */
export const PrefixContext = createContext('');

export function useForm(): FormParts {
  const form = useContext(FormContext);
  if (!form) throw new Error('A field was rendered outside a form.');
  return form;
}

/** Draws the field again when its value, error or state changed. */
export function useField(key: string, field: CompiledField): FieldEntry {
  const entry = useForm().entry(key, field);
  useSyncExternalStore(entry.subscribe, entry.version, entry.version);
  return entry;
}

/** A part of the form's state; the component renders again only when that part changes. */
export function useStatus<T>(read: (status: FormStatus) => T): T {
  const { store } = useForm().controller;
  return useStore(store.statusStore, read);
}
