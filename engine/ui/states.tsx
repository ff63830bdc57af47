/** The four states that every view shares: empty, loading, failed, forbidden. */
import type { ReactNode } from 'react';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

interface StateProps {
  /** Which of the states, for tests. */
  kind: 'empty' | 'error' | 'forbidden';
  icon: string;
  title: string;
  text?: string | undefined;
  tone?: 'muted' | 'danger' | 'warning';
  children?: ReactNode;
}

const MARKS = {
  muted: 'bg-hover text-faint',
  danger: 'bg-danger-soft text-danger',
  warning: 'bg-warning-soft text-warning',
};

/** The layout of all states: an icon, a sentence, and possible actions. */
function State({ kind, icon, title, text, tone = 'muted', children }: StateProps) {
  return (
    <div data-state={kind} className="flex flex-col items-center justify-center px-4 py-12 text-center">
      <span className={cx('mb-3 flex size-11 items-center justify-center rounded-full', MARKS[tone])}>
        <Icon name={icon} size={24} />
      </span>
      <p className="max-w-md font-medium text-ink">{title}</p>
      {text && <p className="mt-1 max-w-md text-sm break-words text-muted">{text}</p>}
      {children && <div className="mt-4 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}

/** There is nothing to show; without a title a default sentence. */
export function EmptyState({
  title,
  text,
  icon = 'search',
  children,
}: {
  title?: string;
  text?: string;
  icon?: string;
  children?: ReactNode;
}) {
  const { t } = useLocale();
  return (
    <State kind="empty" icon={icon} title={title ?? t('engine.empty')} text={text}>
      {children}
    </State>
  );
}

/** A call failed; the message is already in the user's language. */
export function ErrorState({
  problem,
  title,
  onRetry,
  children,
}: {
  problem: { message: string };
  title?: string;
  onRetry?: () => void;
  children?: ReactNode;
}) {
  const { problems } = useEngine();
  const { t } = useLocale();
  return (
    <div role="alert">
      <State
        kind="error"
        icon="error"
        tone="danger"
        title={title ?? problems.tried(problem) ?? t('errorMessages.loading')}
        text={problem.message}
      >
        {onRetry && (
          <Button size="s" icon="refresh" onClick={onRetry}>
            {t('engine.retry')}
          </Button>
        )}
        {children}
      </State>
    </div>
  );
}

export function ForbiddenState({ text }: { text?: string }) {
  const { t } = useLocale();
  return (
    <State
      kind="forbidden"
      icon="lock"
      tone="warning"
      title={t('engine.forbidden.title')}
      text={text ?? t('errorMessages.403')}
    />
  );
}

/** A request failed: the account may not have the reply, or the user can retry. */
export function FailedState({
  problem,
  onRetry,
}: {
  problem: { status: number; message: string };
  onRetry: () => void;
}) {
  return problem.status === 403 ? <ForbiddenState /> : <ErrorState problem={problem} onRetry={onRetry} />;
}

/** Grey rows in place of a table's rows while they load. */
export function SkeletonRows({ rows = 10, columns = 5 }: { rows?: number; columns?: number }) {
  return (
    <Loading>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-9 items-center gap-6 border-b border-line px-3">
          {Array.from({ length: columns }, (_, column) => (
            <span key={column} className="skeleton h-3 flex-1" style={{ maxWidth: widthOf(row, column) }} />
          ))}
        </div>
      ))}
    </Loading>
  );
}

/** Grey lines in place of a text, a form or details while they load. */
export function SkeletonBlock({ lines = 4 }: { lines?: number }) {
  return (
    <Loading>
      <div className="flex flex-col gap-4 py-2">
        {Array.from({ length: lines }, (_, line) => (
          <div key={line} className="flex flex-col gap-2">
            <span className="skeleton h-3 w-28" />
            <span className="skeleton h-4" style={{ maxWidth: widthOf(line, 1) * 2 }} />
          </div>
        ))}
      </div>
    </Loading>
  );
}

function Loading({ children }: { children: ReactNode }) {
  const { t } = useLocale();
  return (
    <output className="block" aria-busy="true">
      <span className="sr-only">{t('engine.loading')}</span>
      <div aria-hidden="true">{children}</div>
    </output>
  );
}

/** Widths that look like text, the same at each render. */
const widthOf = (row: number, column: number) => 72 + ((row * 37 + column * 59) % 11) * 9;
