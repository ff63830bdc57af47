/** A table whose columns an operation describes: the screen's columns come first, then the received ones. */
import { useMemo, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledColumn, CompiledSchemaFrom, CompiledTable } from '../../language/compiled.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/banner.tsx';
import { FailedState, SkeletonRows } from '../../ui/states.tsx';
import type { Around, Sent } from './context.ts';
import { SentNotice } from './SentNotice.tsx';
import { useSent } from './useSent.ts';

interface Props {
  view: CompiledTable;
  from: CompiledSchemaFrom;
  children(view: CompiledTable): ReactNode;
}

const compile = async (part: unknown, around: Around): Promise<Sent<CompiledColumn>> =>
  (await import('./columns.ts')).compileColumns(part, around);

export function SentColumns({ view, from, children }: Props): ReactNode {
  const { t } = useLocale();
  const { ready, result, problem, reload } = useSent(from, compile);
  const whole = useMemo(() => (result ? withColumns(view, result.items) : view), [view, result]);
  if (!ready && !problem) return <SkeletonRows columns={Math.max(3, view.columns.length)} />;
  // The screen's own columns show the rows until the request of the others is repeated.
  if (problem && !view.columns.length) return <FailedState problem={problem} onRetry={() => void reload()} />;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {problem && (
        <Banner
          tone="warning"
          actions={
            <Button size="s" onClick={() => void reload()}>
              {t('engine.retry')}
            </Button>
          }
        >
          {t('engine.sent.columnsFailed', { message: problem.message })}
        </Banner>
      )}
      <SentNotice faults={result?.faults} />
      {children(whole)}
    </div>
  );
}

/** A column that the screen has is not shown twice. */
function withColumns(view: CompiledTable, sent: readonly CompiledColumn[]): CompiledTable {
  const ids = new Set(view.columns.map(({ id }) => id));
  return { ...view, columns: [...view.columns, ...sent.filter(({ id }) => !ids.has(id))] };
}
