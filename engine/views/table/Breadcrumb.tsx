/** The breadcrumb of a table: the path to its rows, with a button for each ancestor. */
import { useCallback, type ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import { evaluate, valueAt, type Scope } from '../../language/evaluate.ts';
import type { CompiledBreadcrumb } from '../../language/compiled.ts';
import { useSelected } from '../../page/scope.ts';
import { useTextOf } from '../../page/text.ts';
import { Icon } from '../../ui/icon.tsx';
import { runActions, useRunContext } from '../actions/run.ts';

export function Breadcrumb({ breadcrumb }: { breadcrumb: CompiledBreadcrumb }): ReactNode {
  const engine = useEngine();
  const { t } = useLocale();
  const context = useRunContext();
  const read = useCallback(
    (scope: Scope) => (evaluate(breadcrumb.items, scope) ?? []) as Record<string, unknown>[],
    [breadcrumb],
  );
  const items = useSelected(read);
  const root = useTextOf(breadcrumb.root);
  const steps = [
    ...(breadcrumb.root ? [{ label: root, item: null }] : []),
    ...items.map((item) => ({ label: String(valueAt(item, breadcrumb.label) ?? ''), item })),
  ];
  if (!steps.length) return null;
  return (
    <nav aria-label={t('engine.breadcrumbs')} className="border-b border-line px-3 py-2">
      <ol className="flex flex-wrap items-center gap-1 text-sm">
        {steps.map(({ label, item }, i) => (
          <li key={`${i} ${label}`} className="flex min-w-0 items-center gap-1">
            {i > 0 && <Icon name="chevron-right" size={16} className="text-faint" />}
            {i === steps.length - 1 ? (
              <span aria-current="location" className="truncate font-medium">
                {label}
              </span>
            ) : (
              <button
                type="button"
                className="min-h-6 truncate text-muted hover:text-ink hover:underline"
                onClick={() => void runActions(engine, context, breadcrumb.onItem, { item })}
              >
                {label}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
