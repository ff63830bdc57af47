/** Error card in place of a view that cannot be shown; names the file and the place in it to fix. */
import type { ReactNode } from 'react';
import { useLocale } from '../data/useLocale.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

interface Props {
  file: string;
  at: string;
  error: unknown;
  onRetry?: () => void;
}

export function BrokenView({ file, at, error, onRetry }: Props): ReactNode {
  const { t } = useLocale();
  return (
    <section role="alert" className="rounded-lg border border-danger-line bg-danger-soft p-4 text-danger">
      <h2 className="flex items-center gap-2 font-semibold">
        <Icon name="error" />
        {t('engine.view.broken')}
      </h2>
      <p className="mt-1 text-sm">{error instanceof Error ? error.message : String(error)}</p>
      <p className="mt-1 font-mono text-xs break-all">
        {file}
        {at && ` ${at}`}
      </p>
      {onRetry && (
        <Button className="mt-3" size="s" onClick={onRetry}>
          {t('engine.view.retry')}
        </Button>
      )}
    </section>
  );
}
