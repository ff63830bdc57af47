/** Everything that a screen may name: what the compiler resolves against. */
import type { ApiCatalogue } from './api.ts';
import type { CompiledApp } from './compiled.ts';
import type { JsonSchema } from './schema.ts';
import type { Source } from './source.ts';
import type { LanguageSchema } from './structure.ts';
import type { FragmentConfig, ScreenConfig } from '../../schemas/generated/language.ts';

/** A folder with widget.json: what the compiler knows of a registered thing. */
export interface Manifest {
  kind: 'cell' | 'field' | 'filter' | 'picker' | 'widget';
  name: string;
  /** Words of the value types it takes: string, number, boolean, date, date-time, time, classifier, reference, object, array, file, files, any. */
  accepts?: string[];
  /** Cells: how many paths it shows. */
  values?: 1 | 2 | 'many';
  /** Cells: it draws links or controls of its own, so no link to the row's record is drawn round it. */
  interactive?: boolean;
  options?: LanguageSchema;
  entity?: string;
  /** Pickers: screen that picks. */
  dialog?: string;
  multiple?: boolean;
  /** Fields and filters: the value is one of choices, which they cannot do without. */
  chooses?: boolean;
  /** Operations that it needs on sight. */
  operations?: string[];
  /** Operations that it calls on an action. */
  calls?: string[];
  inputs?: Record<string, JsonSchema>;
  events?: Record<string, JsonSchema>;
}

export interface LoadedScreen {
  config: ScreenConfig;
  source: Source;
  /** False when its shape is broken; then it is known by name only. */
  sound: boolean;
}

export interface LoadedFragment {
  config: FragmentConfig;
  source: Source;
}

export interface Locale {
  name: string;
  /** Text and place of each key. */
  texts: Map<string, { text: string; source: Source; pointer: string }>;
}

export interface LanguageSchemas {
  api: LanguageSchema;
  permissions: LanguageSchema;
  manifest: LanguageSchema;
  locale: LanguageSchema;
  screen: LanguageSchema;
  fragment: LanguageSchema;
  app: LanguageSchema;
}

export interface Catalogue {
  api: ApiCatalogue;
  app: CompiledApp | undefined;
  language: LanguageSchemas;
  screens: Map<string, LoadedScreen>;
  fragments: Map<string, LoadedFragment>;
  manifests: Map<string, Manifest>;
  locales: Locale[];
  permissions: string[];
  instanceTypes: string[];
  groups: string[];
  icons: string[];
}

/** Key of a manifest in the catalogue: cells and fields may share a name. */
export function manifestKey(kind: Manifest['kind'], name: string): string {
  return `${kind}:${name}`;
}
