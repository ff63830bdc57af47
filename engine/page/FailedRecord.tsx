/** Shown when a record failed to load: a missing record links to the parent page, other failures can be retried. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import type { ApiProblem } from '../data/problem.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { usePage } from './page.ts';
import { useScreens } from './screens.ts';

export function FailedRecord({ problem, onRetry }: { problem: ApiProblem; onRetry(): void }): ReactNode {
  const { addresses } = useEngine();
  const { t } = useLocale();
  const { screen, params, dialog } = usePage();
  const { entries } = useScreens();
  if (problem.status !== 404) return <ErrorState problem={problem} onRetry={onRetry} />;
  const parent = dialog ? undefined : entries.find(({ id }) => id === screen.parent);
  const title = parent && 'key' in parent.title ? t(parent.title.key) : undefined;
  return (
    <EmptyState icon="search" title={t('engine.record.missing')} text={t('engine.record.missingText')}>
      {parent && title && (
        <Link to={addresses.hrefTo(parent.id, params)} className={buttonClass({ size: 's' })}>
          {t('engine.record.toList', { title })}
        </Link>
      )}
    </EmptyState>
  );
}
