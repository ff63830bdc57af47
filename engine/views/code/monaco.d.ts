/** Types that monaco-editor lacks. */
declare module 'monaco-editor/languages/features/json/register.js' {
  export const jsonDefaults: {
    setModeConfiguration(configuration: { tokens: boolean }): void;
    setDiagnosticsOptions(options: { validate: boolean }): void;
  };
}
declare module 'monaco-editor/editor/editor.api.js' {
  export * from 'monaco-editor';
}
declare module 'monaco-editor/features/*';
declare module 'monaco-editor/languages/definitions/*';
declare module 'monaco-editor/editor/editor.worker.js';
interface Window {
  MonacoEnvironment?: { getWorker(): Worker };
}
