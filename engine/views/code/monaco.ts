/**
 * The editor from this build only: its worker by Vite, no external URL, no code evaluated from strings. Of JSON only the syntax colours
 * are used; errors come from the compiler.
 */
import { loader } from '@monaco-editor/react';
import * as monaco from 'monaco-editor/editor/editor.api.js';
import 'monaco-editor/features/bracketMatching/register.js';
import 'monaco-editor/features/clipboard/register.js';
// The JSON language would register these after an existing editor has resolved its services.
import 'monaco-editor/features/codelens/register.js';
import 'monaco-editor/features/comment/register.js';
import 'monaco-editor/features/dropOrPasteInto/register.js';
import 'monaco-editor/features/find/register.js';
import 'monaco-editor/features/folding/register.js';
import 'monaco-editor/features/gotoError/register.js';
import 'monaco-editor/features/hover/register.js';
import 'monaco-editor/features/linesOperations/register.js';
import 'monaco-editor/features/suggest/register.js';
import 'monaco-editor/features/wordHighlighter/register.js';
import 'monaco-editor/languages/definitions/pgsql/register.js';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register.js';

self.MonacoEnvironment = {
  getWorker: () => new Worker(new URL('./editor.worker.ts', import.meta.url), { type: 'module' }),
};
jsonDefaults.setModeConfiguration({ tokens: true });
jsonDefaults.setDiagnosticsOptions({ validate: false });
loader.config({ monaco });

export { monaco };
