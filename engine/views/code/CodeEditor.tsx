/** A code editor with syntax colours, used by the workshop and the field `code`. Loaded when it is first shown. */
import { useEffect, useRef, type ReactNode } from 'react';
import Editor, { type OnMount } from '@monaco-editor/react';
import { useEngine } from '../../data/engine.ts';
import { useStore } from '../../data/store.ts';
import { SkeletonBlock } from '../../ui/states.tsx';
import { monaco } from './monaco.ts';

/** An error that marks the word at its position; lines and columns start at 1. */
export interface CodeFault {
  line: number;
  column: number;
  message: string;
  code?: string;
  severity?: 'error' | 'warning';
}

export interface CodeWord {
  word: string;
  kind: 'view' | 'column' | 'parameter' | 'function';
  note: string;
}

export interface CodeEditorProps {
  language: 'json' | 'pgsql';
  /** Name of the text; editors with the same name share the text. */
  file: string;
  label: string;
  text: string;
  faults: readonly CodeFault[];
  /** Position of the cursor; a new one scrolls there and focuses the editor. */
  at?: { line: number; column: number } | undefined;
  /** Completions in addition to those of the language. */
  words?: readonly CodeWord[];
  readOnly?: boolean;
  /** Tab moves to the next field, as elsewhere in a form. */
  tabMovesFocus?: boolean;
  lineNumbers?: boolean;
  onChange(text: string): void;
  onBlur?(): void;
}

const OPTIONS = {
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  automaticLayout: true,
  fontSize: 13,
  tabSize: 2,
  fixedOverflowWidgets: true,
  quickSuggestions: { strings: true, other: true, comments: false },
  wordBasedSuggestions: 'off',
  stickyScroll: { enabled: false },
} as const;

export default function CodeEditor(props: CodeEditorProps): ReactNode {
  const { language, file, label, text, faults, at, words, readOnly = false, tabMovesFocus = false } = props;
  const { theme } = useEngine();
  const dark = useStore(theme, (now) => now.dark);
  const editor = useRef<Parameters<OnMount>[0]>(undefined);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => (words ? offerWords(file, language, words) : undefined), [file, language, words]);
  useEffect(() => {
    const model = monaco.editor.getModel(monaco.Uri.parse(file));
    if (model)
      monaco.editor.setModelMarkers(
        model,
        'faults',
        faults.map((one) => markerOf(one, model)),
      );
  }, [faults, file, text]);
  useEffect(() => {
    if (!at || !editor.current) return;
    editor.current.setPosition({ lineNumber: at.line, column: at.column });
    editor.current.revealLineInCenter(at.line);
    editor.current.focus();
  }, [at]);
  return (
    <Editor
      language={language}
      path={file}
      value={text}
      theme={dark ? 'vs-dark' : 'vs'}
      options={{ ...OPTIONS, readOnly, tabFocusMode: tabMovesFocus, ariaLabel: label }}
      loading={<SkeletonBlock lines={8} />}
      onMount={(mounted) => {
        editor.current = mounted;
        mounted.onDidBlurEditorWidget(() => latest.current.onBlur?.());
      }}
      onChange={(value) => latest.current.onChange(value ?? '')}
    />
  );
}

type Model = NonNullable<ReturnType<typeof monaco.editor.getModel>>;

function markerOf({ line, column, message, code, severity = 'error' }: CodeFault, model: Model) {
  const lineNumber = Math.min(line, model.getLineCount());
  const rest = model.getLineContent(lineNumber).slice(column - 1);
  const length = /^(?:"(?:[^"\\]|\\.)*"?|[^\s,:\]}]+)/.exec(rest)?.[0].length ?? 1;
  return {
    startLineNumber: lineNumber,
    startColumn: column,
    endLineNumber: lineNumber,
    endColumn: column + Math.max(1, length),
    message,
    ...(code !== undefined && { code }),
    severity: severity === 'error' ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
  };
}

/** Registers completions for one file; the returned function removes them. */
function offerWords(file: string, language: string, words: readonly CodeWord[]): () => void {
  const { Class, Field, Variable, Function: Called } = monaco.languages.CompletionItemKind;
  const kinds = { view: Class, column: Field, parameter: Variable, function: Called };
  const provider = monaco.languages.registerCompletionItemProvider(language, {
    triggerCharacters: [':', '.'],
    provideCompletionItems(model, position) {
      if (model.uri.toString() !== monaco.Uri.parse(file).toString()) return { suggestions: [] };
      const before = model.getLineContent(position.lineNumber).slice(0, position.column - 1);
      const begun = /:?\w*$/.exec(before)?.[0] ?? '';
      const range = new monaco.Range(
        position.lineNumber,
        position.column - begun.length,
        position.lineNumber,
        position.column,
      );
      return {
        suggestions: words.map(({ word, kind, note }) => ({
          label: word,
          kind: kinds[kind],
          insertText: kind === 'function' ? `${word}()` : word,
          detail: note,
          // Parameters first, then views and columns, then functions.
          sortText: `${['parameter', 'view', 'column', 'function'].indexOf(kind)}${word}`,
          range,
        })),
      };
    },
  });
  return () => provider.dispose();
}
