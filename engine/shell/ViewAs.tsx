import { lazy, Suspense, type ReactNode } from 'react';
import { useEngine } from '../data/engine.ts';
import { useStore } from '../data/store.ts';

const ViewAsBanner = lazy(() => import('./ViewAsBanner.tsx'));

/** Above the page, while it is viewed with another's rights; few readers ever do that. */
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
