/** A chip of a set filter, with its value as text and a button that clears it. */
import type { ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import { useReference } from '../../data/entities.ts';
import type { CompiledFilter } from '../../language/compiled.ts';
import { Icon } from '../../ui/icon.tsx';
import { usePage } from '../../page/page.ts';
import { useTextOf } from '../../page/text.ts';
import { useItems } from './FilterField.tsx';
import { kindOf } from './kinds.ts';

interface Props {
  filter: CompiledFilter;
  value: unknown;
  onRemove(): void;
}

export function FilterChip({ filter, value, onRemove }: Props): ReactNode {
  const { t } = useLocale();
  const label = useTextOf(filter.label);
  const words = useWords(filter, value);
  const name = words ? `${label}: ${words}` : label;
  return (
    <li className="inline-flex max-w-full items-center rounded-full bg-accent-soft py-0.5 pr-0.5 pl-3 text-sm text-ink">
      <span className="truncate">{name}</span>
      <button
        type="button"
        aria-label={t('engine.filter.remove', { name })}
        onClick={onRemove}
        className="ml-1 flex size-6 shrink-0 items-center justify-center rounded-full text-muted hover:bg-hover hover:text-ink"
      >
        <Icon name="close" size={16} />
      </button>
    </li>
  );
}

function useWords(filter: CompiledFilter, value: unknown): string {
  const i18n = useLocale();
  const { t, formatDate } = i18n;
  const { screen } = usePage();
  const { items } = useItems(filter, value);
  const entity = filter.entity ? screen.entities[filter.entity] : undefined;
  const ids = Array.isArray(value) ? (value as unknown[]) : [value];
  const { label } = useReference(entity, ids.length === 1 ? ids[0] : undefined, screen.operations);
  if (value === true) return '';
  if (entity) return ids.length > 1 ? t('engine.picker.chosen', { count: ids.length }) : (label ?? '…');
  const { wordsOf } = kindOf(filter);
  if (wordsOf) return wordsOf(value, i18n);
  return ids
    .map((one) => items?.find((item) => item.value === one)?.label ?? formatDate(String(one)))
    .join(', ');
}
