/** The titles of the steps in order: finished ones, the current one, those that cannot be entered yet. */
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledWizard } from '../../language/compiled.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { useText } from '../../page/text.ts';

interface Props {
  steps: CompiledWizard['steps'];
  shown: number | undefined;
  /** The last step that may be entered. */
  first: number;
  done: readonly boolean[];
  onGo(step: number): void;
}

export function Stepper({ steps, shown, first, done: marks, onGo }: Props): ReactNode {
  const { t } = useLocale();
  const text = useText();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]');
    current?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [shown]);
  return (
    <nav aria-label={t('engine.wizard.steps')}>
      <ol
        ref={list}
        className="relative flex gap-1 overflow-x-auto rounded-lg border border-line bg-surface p-1.5 shadow-card [scrollbar-width:thin]"
      >
        {steps.map(({ id, title }, i) => {
          const current = i === shown;
          const done = marks[i] === true && i <= first && !current;
          return (
            <li key={id} className="flex shrink-0 items-center gap-1 md:flex-1">
              <button
                type="button"
                aria-current={current ? 'step' : undefined}
                disabled={i > first && !current}
                onClick={() => onGo(i)}
                className={cx(
                  'flex h-10 w-full items-center gap-2.5 rounded-md px-2.5 text-left whitespace-nowrap -outline-offset-2 focus-visible:-outline-offset-2',
                  current
                    ? 'bg-accent-soft font-semibold text-ink'
                    : 'text-muted enabled:hover:bg-hover enabled:hover:text-ink disabled:text-faint',
                )}
              >
                <span
                  aria-hidden="true"
                  className={cx(
                    'flex size-6 shrink-0 items-center justify-center rounded-full border text-sm font-medium',
                    current
                      ? 'border-accent-strong bg-accent-strong text-accent-ink'
                      : done
                        ? 'border-accent-strong text-accent-strong'
                        : 'border-line-strong',
                  )}
                >
                  {done ? <Icon name="check" size={16} /> : i + 1}
                </span>
                {text(title)}
                {done && <span className="sr-only"> {t('engine.wizard.done')}</span>}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
