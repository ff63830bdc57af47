/** The editor of a file: shows diagnostics at their lines, and completes and explains names and values. */
import { useEffect, type ReactNode } from 'react';
import { useLocale } from '../data/useLocale.ts';
import type { Diagnostic } from '../language/diagnostics.ts';
import CodeEditor from '../views/code/CodeEditor.tsx';
import { monaco } from '../views/code/monaco.ts';
import type { Written } from './names.ts';
import type { Compiler } from './connection.ts';

interface Props {
  compiler: Compiler;
  file: string;
  written: Written;
  text: string;
  /** Diagnostics of this file. */
  diagnostics: readonly Diagnostic[];
  /** Where to move the cursor: the diagnostic that was clicked. */
  at: Diagnostic | undefined;
  onChange(text: string): void;
}

export default function SourceEditor(props: Props): ReactNode {
  const { compiler, file, written, text, diagnostics, at, onChange } = props;
  const { t } = useLocale();
  useEffect(() => offerWords(compiler, written), [compiler, written]);
  return (
    <CodeEditor
      language="json"
      file={file}
      label={t('engine.tools.source', { file })}
      text={text}
      faults={diagnostics}
      at={at}
      onChange={onChange}
    />
  );
}

type Model = NonNullable<ReturnType<typeof monaco.editor.getModel>>;

/** Completion and hover from the compiler; the returned function removes both. */
function offerWords(compiler: Compiler, written: Written): () => void {
  const rangeOf = (model: Model, from: number, to: number) =>
    monaco.Range.fromPositions(model.getPositionAt(from), model.getPositionAt(to));
  const completion = monaco.languages.registerCompletionItemProvider('json', {
    triggerCharacters: ['"', ' ', ':', '.'],
    async provideCompletionItems(model, position) {
      const query = { text: model.getValue(), offset: model.getOffsetAt(position), written };
      const { suggestions, from, to } = await compiler.ask('suggest', query);
      const range = rangeOf(model, from, to);
      const { Property, Value } = monaco.languages.CompletionItemKind;
      return {
        suggestions: suggestions.map(({ label, insert, note, kind }) => ({
          label: { label, ...(kind !== 'property' && note ? { description: note } : {}) },
          kind: kind === 'property' ? Property : Value,
          insertText: insert,
          // The replaced text includes quotes; a member has none.
          filterText: kind === 'member' ? label : JSON.stringify(label),
          documentation: note,
          range,
        })),
      };
    },
  });
  const hover = monaco.languages.registerHoverProvider('json', {
    async provideHover(model, position) {
      const query = { text: model.getValue(), offset: model.getOffsetAt(position), written };
      const found = await compiler.ask('explain', query);
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
