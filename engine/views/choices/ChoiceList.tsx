/**
 * A choice of several values, or of one value that the server finds: a button that shows what is selected. Only the button is
 * rendered at first; the code of the panel loads when the pointer or the focus reaches it.
 */
import { Suspense, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { Choice, FindChoices } from '../../registry/define.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { CONTROL } from '../../ui/input.tsx';
import { lazyComponent } from '../../ui/lazy.tsx';

export interface ChoiceListProps {
  id: string;
  label: string;
  items: readonly Choice[];
  /** Searches on the server; `items` then only provide the captions of the selected values. */
  find?: FindChoices;
  /** A single choice; selecting it closes the panel. */
  single?: boolean;
  value: readonly unknown[];
  onChange(value: unknown[]): void;
  disabled?: boolean;
  invalid?: boolean;
  describedBy?: string;
  /** Text of the button when nothing is selected. */
  placeholder?: string;
}

export interface ChoicePanelProps extends Pick<
  ChoiceListProps,
  'id' | 'label' | 'items' | 'find' | 'single' | 'value' | 'onChange'
> {
  trigger: ReactElement<ComponentProps<'button'>>;
}

const { Component: ChoicePanel, preload } = lazyComponent(
  async () => (await import('./ChoicePanel.tsx')).ChoicePanel,
);

export function ChoiceList({ disabled = false, ...props }: ChoiceListProps): ReactNode {
  const { t } = useLocale();
  const [opened, setOpened] = useState(false);
  const { id, items, value, describedBy, invalid, placeholder } = props;
  const labels = value.map((v) => items.find((item) => item.value === v)?.label ?? String(v));
  const nothing = placeholder ?? t('engine.filter.any');
  const button = (more: ComponentProps<'button'>) => (
    <button
      type="button"
      id={id}
      disabled={disabled}
      aria-labelledby={`${id}-label ${id}`}
      aria-describedby={describedBy}
      data-invalid={invalid || undefined}
      title={labels.length > 1 ? labels.join(', ') : undefined}
      className={cx(CONTROL, 'flex h-9 items-center gap-2 text-left', !disabled && 'bg-surface!')}
      {...more}
    >
      <span className={cx('min-w-0 flex-1 truncate', !labels.length && 'text-faint')}>
        {labels.join(', ') || nothing}
      </span>
      {labels.length > 1 && (
        <span className="shrink-0 rounded bg-accent-soft px-1.5 text-xs font-medium text-ink">
          {labels.length}
        </span>
      )}
      <Icon name="chevron-down" size={16} className="text-muted" />
    </button>
  );
  const closed = button({
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setOpened(true),
  });
  return (
    <span className="relative block">
      {opened && !disabled ? (
        <Suspense fallback={closed}>
          <ChoicePanel {...props} trigger={button({ 'aria-haspopup': 'dialog' })} />
        </Suspense>
      ) : (
        closed
      )}
    </span>
  );
}
