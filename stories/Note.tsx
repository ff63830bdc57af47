import type { ReactNode } from 'react';

/** A sentence in place of what cannot be shown. */
export function Note({ text }: { text: string }): ReactNode {
  return (
    <main className="p-6">
      <p role="alert" className="rounded border border-line bg-raised p-4">
        {text}
      </p>
    </main>
  );
}
