/** The text of a file: what the compiler says of it stands at its lines, names and words are offered and explained. */
import { useEffect, useRef, type ReactNode } from 'react';
import Editor, { type OnMount } from '@monaco-editor/react';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import type { Diagnostic } from '../language/diagnostics.ts';
import { useStore } from '../data/store.ts';
import { SkeletonBlock } from '../ui/states.tsx';
import type { Written } from './names.ts';
import type { Compiler } from './connection.ts';
import { monaco } from './monaco.ts';

interface Props {
  compiler: Compiler;
  file: string;
  written: Written;
  text: string;
  /** Those of this file. */
  diagnostics: readonly Diagnostic[];
  /** Where to stand: a press on a fault leads there. */
  at: Diagnostic | undefined;
  onChange(text: string): void;
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

export default function SourceEditor({
  compiler,
  file,
  written,
  text,
  diagnostics,
  at,
  onChange,
}: Props): ReactNode {
  const { theme } = useEngine();
  const { t } = useLocale();
  const dark = useStore(theme, (now) => now.dark);
  const editor = useRef<Parameters<OnMount>[0]>(undefined);
  useEffect(() => offerWords(compiler, written), [compiler, written]);
  useEffect(() => {
    const model = monaco.editor.getModel(monaco.Uri.parse(file));
    if (model)
      monaco.editor.setModelMarkers(
        model,
        'compiler',
        diagnostics.map((one) => markerOf(one, model)),
      );
  }, [diagnostics, file, text]);
  useEffect(() => {
    if (!at || !editor.current) return;
    editor.current.setPosition({ lineNumber: at.line, column: at.column });
    editor.current.revealLineInCenter(at.line);
    editor.current.focus();
  }, [at]);
  return (
    <Editor
      language="json"
      path={file}
      value={text}
      theme={dark ? 'vs-dark' : 'vs'}
      options={{ ...OPTIONS, ariaLabel: t('engine.tools.source', { file }) }}
      loading={<SkeletonBlock lines={8} />}
      onMount={(mounted) => (editor.current = mounted)}
      onChange={(value) => onChange(value ?? '')}
    />
  );
}

type Model = NonNullable<ReturnType<typeof monaco.editor.getModel>>;

/** A fault marks the word or value at its place. */
function markerOf({ line, column, message, code, severity }: Diagnostic, model: Model) {
  const lineNumber = Math.min(line, model.getLineCount());
  const rest = model.getLineContent(lineNumber).slice(column - 1);
  const length = /^(?:"(?:[^"\\]|\\.)*"?|[^\s,:\]}]+)/.exec(rest)?.[0].length ?? 1;
  return {
    startLineNumber: lineNumber,
    startColumn: column,
    endLineNumber: lineNumber,
    endColumn: column + Math.max(1, length),
    message,
    code,
    severity: severity === 'error' ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
  };
}

/** Completion and hover by the compiler; the function that comes back ends both. */
function offerWords(compiler: Compiler, written: Written): () => void {
  const rangeOf = (model: Model, from: number, to: number) =>
    monaco.Range.fromPositions(model.getPositionAt(from), model.getPositionAt(to));
  const completion = monaco.languages.registerCompletionItemProvider('json', {
    triggerCharacters: ['"', ' ', ':', '.'],
    async provideCompletionItems(model, position) {
      const asked = { text: model.getValue(), offset: model.getOffsetAt(position), written };
      const { suggestions, from, to } = await compiler.ask('suggest', asked);
      const range = rangeOf(model, from, to);
      const { Property, Value } = monaco.languages.CompletionItemKind;
      return {
        suggestions: suggestions.map(({ label, insert, note, kind }) => ({
          label: { label, ...(kind !== 'property' && note ? { description: note } : {}) },
          kind: kind === 'property' ? Property : Value,
          insertText: insert,
          // What is replaced has its quotes; a member has none.
          filterText: kind === 'member' ? label : JSON.stringify(label),
          documentation: note,
          range,
        })),
      };
    },
  });
  const hover = monaco.languages.registerHoverProvider('json', {
    async provideHover(model, position) {
      const asked = { text: model.getValue(), offset: model.getOffsetAt(position), written };
      const found = await compiler.ask('explain', asked);
      if (!found) return null;
      const contents = found.notes.map((value) => ({ value }));
      return { range: rangeOf(model, found.from, found.to), contents };
    },
  });
  return () => {
    completion.dispose();
    hover.dispose();
  };
}
