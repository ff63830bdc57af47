import { lazy, Suspense, type ReactNode } from 'react';
import { useEngine } from '../data/engine.ts';
import { useStore } from '../data/store.ts';

const ViewAsBanner = lazy(() => import('./ViewAsBanner.tsx'));

/** Shown above the page while it is viewed as another account; lazy, because few users ever do that. */
export function ViewAs(): ReactNode {
  const { session } = useEngine();
  const views = useStore(session, (now) => !!now.account?.viewAs);
  return (
    views && (
      <Suspense fallback={null}>
        <ViewAsBanner />
      </Suspense>
    )
  );
}
