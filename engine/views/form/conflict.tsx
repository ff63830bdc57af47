/** Two versions of a record side by side: the user chooses field by field, or all at once. Loads when needed. */
import { Suspense, type ReactNode } from 'react';
import { lazyComponent } from '../../ui/lazy.tsx';
import type { Merge } from './merge.ts';
import type { Tree } from './store.ts';

export interface Conflict {
  merge: Merge;
  /** Values to save, or undefined to continue editing. */
  answer(values: Tree | undefined): void;
}

const { Component } = lazyComponent(async () => (await import('./ConflictPanel.tsx')).ConflictPanel);

export function ConflictDialog({ conflict }: { conflict: Conflict }): ReactNode {
  return (
    <Suspense fallback={null}>
      <Component conflict={conflict} />
    </Suspense>
  );
}
