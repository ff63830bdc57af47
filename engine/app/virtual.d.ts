/** What engine/build/vite.ts generates from the project's screens and texts. */
declare module 'virtual:screens' {
  import type { CompiledApp, CompiledScreen, ScreenEntry } from '../language/compiled.ts';
  export const app: CompiledApp;
  export const entries: ScreenEntry[];
  /** Screens, each with its texts by language. */
  export const screens: Record<
    string,
    () => Promise<{ default: CompiledScreen; texts: Record<string, Record<string, string>> }>
  >;
  /** Code and manifests of the project's widgets, by file path. */
  export const widgets: Record<string, () => Promise<unknown>>;
  export const manifests: Record<string, { kind: string; name: string }>;
  /** Texts of inspector and workshop and of all screens, by language. */
  export const toolTexts: Record<string, () => Promise<{ default: Record<string, string> }>>;
  /** Texts that every page needs, by language. */
  export const locales: Record<string, () => Promise<{ default: Record<string, string> }>>;
}
