/** The editor's own worker, as this build has it. */
import 'monaco-editor/editor/editor.worker.js';
