/**
 * Several of many: a button that tells what is chosen, and a panel of checkboxes, searched when there are more
 * than ten; by the server, when there are too many to load. Everything in it is a plain control, so the keyboard needs no lesson.
 */
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { Choice, FindChoices } from '../../registry/define.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { Checkbox, CONTROL, Input } from '../../ui/input.tsx';
import { Popup } from '../../ui/popup.tsx';
import { useFound } from './useFound.ts';

const SEARCHED_ABOVE = 10;

interface Props {
  id: string;
  label: string;
  items: readonly Choice[];
  /** Asks the server; then `items` only tell the captions of what is chosen. */
  find?: FindChoices;
  /** One choice at most; choosing it closes the panel. */
  single?: boolean;
  value: readonly unknown[];
  onChange(value: unknown[]): void;
  disabled?: boolean;
  invalid?: boolean;
  describedBy?: string;
  /** What stands there when nothing is chosen. */
  placeholder?: string;
}

export function ChoiceList({
  id,
  label,
  items,
  value,
  onChange,
  disabled = false,
  ...rest
}: Props): ReactNode {
  const { t } = useLocale();
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLSpanElement>(null);
  const labels = value.map((v) => items.find((item) => item.value === v)?.label ?? String(v));
  const nothing = rest.placeholder ?? t('engine.filter.any');
  return (
    <span ref={field} className="relative block">
      <button
        type="button"
        id={id}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={rest.describedBy}
        data-invalid={rest.invalid || undefined}
        onClick={() => setOpen(!open)}
        title={labels.length > 1 ? labels.join(', ') : undefined}
        className={cx(CONTROL, 'flex h-9 items-center gap-2 text-left', !disabled && 'bg-surface!')}
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
      {open && (
        <Popup anchor={field} label={label} onClose={() => setOpen(false)} className="w-72">
          <Choices
            items={items}
            value={value}
            onChange={(chosen) => {
              onChange(rest.single ? chosen.slice(-1) : chosen);
              if (rest.single) setOpen(false);
            }}
            {...(rest.find ? { find: rest.find } : {})}
          />
        </Popup>
      )}
    </span>
  );
}

function Choices({
  items,
  find,
  value,
  onChange,
}: Pick<Props, 'items' | 'find' | 'value' | 'onChange'>): ReactNode {
  const { t } = useLocale();
  const [search, setSearch] = useState('');
  const found = useFound(find, search);
  const wanted = search.trim().toLocaleLowerCase();
  const fitting = wanted ? items.filter((item) => item.label.toLocaleLowerCase().includes(wanted)) : items;
  const shown = find ? (found.choices ?? []) : fitting;
  const searched = find !== undefined || items.length > SEARCHED_ABOVE;
  const none = find && !found.choices ? t('engine.choices.searching') : t('engine.choices.none');
  const toggle = (choice: unknown) =>
    onChange(value.includes(choice) ? value.filter((v) => v !== choice) : [...value, choice]);
  return (
    <div onKeyDown={moveFocus} role="presentation">
      {searched && (
        <div className="border-b border-line p-2">
          <Input
            type="search"
            data-autofocus
            aria-label={t('engine.choices.search')}
            placeholder={t('engine.choices.search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      <div className="max-h-72 overflow-y-auto p-1" aria-busy={found.waiting}>
        {shown.map((item, i) => (
          <Checkbox
            key={String(item.value)}
            label={item.label}
            {...(!searched && i === 0 ? { 'data-autofocus': true } : {})}
            className="flex min-h-8 w-full rounded-md px-2 hover:bg-hover has-focus-visible:bg-hover"
            checked={value.includes(item.value)}
            onChange={() => toggle(item.value)}
          />
        ))}
        {!shown.length && <p className="px-2 py-3 text-sm text-muted">{none}</p>}
        {found.more && <p className="px-2 py-2 text-sm text-muted">{t('engine.choices.more')}</p>}
      </div>
      {value.length > 0 && (
        <div className="border-t border-line p-1">
          <button
            type="button"
            onClick={() => onChange([])}
            className="h-8 w-full rounded-md px-2 text-left text-sm text-muted hover:bg-hover hover:text-ink"
          >
            {t('engine.choices.clear')}
          </button>
        </div>
      )}
    </div>
  );
}

/** Arrows go from one box to the next. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input, button')];
  const next = boxes.indexOf(document.activeElement as HTMLInputElement) + step;
  boxes[(next + boxes.length) % boxes.length]?.focus();
}
