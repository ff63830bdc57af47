/** The code editor, loaded when it is first shown, so that no page waits for it. */
import { lazy, Suspense, type ReactNode } from 'react';
import { SkeletonBlock } from '../../ui/states.tsx';
import type { CodeEditorProps } from './CodeEditor.tsx';

const Loaded = lazy(() => import('./CodeEditor.tsx'));

/** A code editor with syntax colours, completions, and errors at their positions. */
export function CodeEditor(props: CodeEditorProps): ReactNode {
  return (
    <Suspense fallback={<SkeletonBlock lines={8} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
