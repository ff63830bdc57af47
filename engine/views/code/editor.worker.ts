/** The editor's worker, bundled by this build. */
import 'monaco-editor/editor/editor.worker.js';
