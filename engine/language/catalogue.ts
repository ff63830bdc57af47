/** Everything that a screen may refer to by name. */
import type { ApiCatalogue } from './api.ts';
import type { CompiledApp } from './compiled.ts';
import type { JsonSchema } from './schema.ts';
import type { Source } from './source.ts';
import type { LanguageSchema } from './structure.ts';
import type { FragmentConfig, ScreenConfig } from '../../schemas/generated/language.ts';

/** The manifest (widget.json) of a registered part, as the compiler needs it. */
export interface Manifest {
  kind: 'cell' | 'field' | 'filter' | 'picker' | 'widget';
  name: string;
  /** Value types that it takes: string, number, boolean, date, date-time, time, classifier, reference, object, array, file, files, any. */
  accepts?: string[];
  /** Cells: how many paths it shows. */
  values?: 1 | 2 | 'many';
  /** Cells: it renders its own links or controls, so it is not wrapped in a link to the row's record. */
  interactive?: boolean;
  options?: LanguageSchema;
  entity?: string;
  /** Pickers: the screen of the dialog. */
  dialog?: string;
  multiple?: boolean;
  /** Fields and filters: the value is one of choices, which are required. */
  chooses?: boolean;
  /** Operations that it calls when it is rendered. */
  operations?: string[];
  /** Operations that it calls on an action. */
  calls?: string[];
  inputs?: Record<string, JsonSchema>;
  events?: Record<string, JsonSchema>;
}

export interface LoadedScreen {
  config: ScreenConfig;
  source: Source;
  /** False when the manifest is invalid; then only its name is used. */
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
