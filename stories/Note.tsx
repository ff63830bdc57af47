import type { ReactNode } from 'react';

/** A message in place of content that cannot be shown. */
export function Note({ text }: { text: string }): ReactNode {
  return (
    <main className="p-6">
      <p role="alert" className="rounded border border-line bg-raised p-4">
        {text}
      </p>
    </main>
  );
}
