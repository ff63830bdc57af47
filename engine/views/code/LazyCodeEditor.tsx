/** The editor of code, brought when it is first shown: no page waits for it. */
import { lazy, Suspense, type ReactNode } from 'react';
import { SkeletonBlock } from '../../ui/states.tsx';
import type { CodeEditorProps } from './CodeEditor.tsx';

const Loaded = lazy(() => import('./CodeEditor.tsx'));

/** A text of code with its colours, words that are offered, and faults at their places. */
export function CodeEditor(props: CodeEditorProps): ReactNode {
  return (
    <Suspense fallback={<SkeletonBlock lines={8} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
