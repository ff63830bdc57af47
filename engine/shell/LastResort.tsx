/** Shows an error of the layout itself in a simpler layout, until the user navigates or retries. */
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'react-router-dom';
import { useLocale } from '../data/useLocale.ts';
import { ErrorState } from '../ui/states.tsx';
import { PublicLayout } from './PublicLayout.tsx';

export function LastResort({ children }: { children: ReactNode }): ReactNode {
  const { t } = useLocale();
  const { pathname } = useLocation();
  return (
    <ErrorBoundary
      resetKeys={[pathname]}
      fallbackRender={({ error, resetErrorBoundary }) => (
        <PublicLayout place={undefined}>
          <ErrorState
            title={t('engine.screen.failed')}
            problem={{ message: error instanceof Error ? error.message : String(error) }}
            onRetry={resetErrorBoundary}
          />
        </PublicLayout>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
