/** Renders one filter: its label, its control from the registry, its choices. */
import { useMemo, useState, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledFilter } from '../../language/compiled.ts';
import type { FilterProps, Unread } from '../../registry/define.ts';
import { cx } from '../../ui/cx.ts';
import { FieldShell } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useChoices } from '../../page/dictionaries.tsx';
import { Registered } from '../registered.tsx';
import { useText, useTextOf } from '../../page/text.ts';
import { kindOf } from './kinds.ts';

const WIDTHS = { small: 'md:w-40', medium: 'md:w-56', large: 'md:w-80' };

interface Props {
  id: string;
  filter: CompiledFilter;
  value: unknown;
  wrong: boolean;
  onChange(value: unknown): void;
  /** Sets both days of the period that the filter belongs to. */
  onPeriod?: FilterProps['onPeriod'];
  className?: string;
}

export function FilterField({ id, filter, value, wrong, onChange, onPeriod, className }: Props): ReactNode {
  const { t } = useLocale();
  const label = useTextOf(filter.label);
  const { items, find } = useItems(filter, value);
  const [unread, setUnread] = useState<Unread>();
  const error = unread ? unread.why() : wrong ? t('engine.filter.wrongPeriod') : undefined;
  const { looks = {} } = kindOf(filter);
  const own = looks.ownLabel ?? false;
  const icon = filter.icon && !looks.ownIcon && <Icon name={filter.icon} size={16} className="text-faint" />;
  const control = (
    <Registered
      kind="filter"
      name={filter.type}
      props={{
        id,
        filter,
        label,
        value,
        onChange,
        ...(onPeriod ? { onPeriod } : {}),
        onUnread: setUnread,
        disabled: filter.disabled || filter.value !== undefined,
        ...(items ? { items } : {}),
        ...(find ? { find } : {}),
        ...(error ? { invalid: true, describedBy: `${id}-error` } : {}),
      }}
    />
  );
  return (
    <FieldShell
      id={id}
      part={filter.type}
      group={looks.group ?? false}
      {...(own ? {} : { label: icon ? withIcon(icon, label) : label })}
      {...(error ? { error } : {})}
      className={cx('w-full', className, looks.width ?? WIDTHS[filter.width])}
    >
      <ErrorBoundary
        onError={(error) => console.error(`Filter "${filter.paramName}"`, error)}
        fallback={<p className="text-sm text-danger">{t('engine.view.broken')}</p>}
      >
        {own && icon ? withIcon(icon, control) : control}
      </ErrorBoundary>
    </FieldShell>
  );
}

const withIcon = (icon: ReactNode, of: ReactNode): ReactNode => (
  <span className="inline-flex items-center gap-1">
    {icon}
    {of}
  </span>
);

/** The choices of a filter. */
export function useItems(filter: CompiledFilter, value: unknown): Pick<FilterProps, 'items' | 'find'> {
  const text = useText();
  const { choices, find } = useChoices(filter.dictionary, value);
  const { possibleValues, dictionary } = filter;
  const items = useMemo(
    () =>
      possibleValues?.map((item) => ({ value: item.value, label: text(item.label) })) ??
      (dictionary ? choices : undefined),
    [possibleValues, dictionary, choices, text],
  );
  return { ...(items ? { items } : {}), ...(find ? { find } : {}) };
}
