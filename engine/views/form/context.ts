/** The context of one form. The value never changes while the form is open: changes go through the store. */
import { createContext, useContext, useSyncExternalStore, type ComponentType } from 'react';
import type { CompiledField } from '../../language/compiled.ts';
import type { FormController } from './controller.ts';
import { useStore } from '../../data/store.ts';
import type { Unread } from '../../registry/define.ts';
import type { Run } from './run.ts';
import type { FormStatus } from './store.ts';

export interface FormParts {
  controller: FormController;
  /** Prefix of the ids of this form's elements. */
  id: string;
  /** The form is long, so only its visible part is laid out. */
  long: boolean;
  /** Renders the runs of its layout. */
  RunFields: ComponentType<{ run: Run }>;
  /** The field at a key with its handlers; the same object at each call. */
  entry(key: string, field: CompiledField): FieldEntry;
  /** Scrolls to the field, opens its pane if necessary, and focuses it. */
  focusField(key: string): void;
  /** Focuses the first control of an item, `rows.2`, once it is rendered. */
  focusItem(key: string): void;
  /** Panes register how they are opened. */
  openers: Map<string, (pane: string) => void>;
}

/** A field at its key, with handlers that never change. */
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

/** Prefix of the keys of the fields: `rows.2.` within an item of a list. */
export const PrefixContext = createContext('');

export function useForm(): FormParts {
  const form = useContext(FormContext);
  if (!form) throw new Error('A field was rendered outside a form.');
  return form;
}

/** Re-renders the field when its value, error or state changes. */
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
