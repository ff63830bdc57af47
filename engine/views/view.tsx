/** One view of a screen, by its type. An error inside does not affect the rest of the screen. */
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useRegistry } from '../registry/context.ts';
import { EmptyState, SkeletonRows } from '../ui/states.tsx';
import type { CompiledView } from '../language/compiled.ts';
import { BrokenView } from './BrokenView.tsx';
import { usePage } from '../page/page.ts';
import { Registered } from './registered.tsx';
import { useHolds } from '../page/scope.ts';
import { useScreenTitle } from '../page/text.ts';

export function View({ view }: { view: CompiledView }): ReactNode {
  const { screen } = usePage();
  // A missing view is reported like one that throws.
  const { at = '', type } = (view ?? {}) as Partial<CompiledView>;
  return (
    <ErrorBoundary
      resetKeys={[view]}
      onError={(error) => console.error(`${screen.file}${at || '/view'}`, error)}
      fallbackRender={({ error, resetErrorBoundary }) => (
        <>
          {view === screen.view && type === 'tabs' && <Title />}
          <BrokenView file={screen.file} at={at} error={error} onRetry={resetErrorBoundary} />
        </>
      )}
    >
      <Visible view={view} />
    </ErrorBoundary>
  );
}

/** A tabs page that cannot be shown still shows its title. */
function Title(): ReactNode {
  return <h1 className="mb-4 text-xl font-semibold tracking-tight">{useScreenTitle()}</h1>;
}

/**
 * Renders the view while its condition is true; inside the error boundary, because evaluating the condition can throw.
 */
function Visible({ view }: { view: CompiledView }): ReactNode {
  const { screen } = usePage();
  const registry = useRegistry();
  const visible = useHolds(view.visibleWhen);
  // A page whose view is hidden shows an empty state.
  if (!visible) return view === screen.view ? <EmptyState /> : null;
  if (!registry.has('view', view.type))
    return (
      <BrokenView
        file={screen.file}
        at={view.at}
        error={new Error(`Views of type "${view.type}" are not part of this application.`)}
      />
    );
  return <Registered kind="view" name={view.type} props={{ view }} fallback={<SkeletonRows />} />;
}
