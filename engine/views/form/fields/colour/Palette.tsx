/** The palette: a listbox; arrows move between colours, Enter or a click selects, the popup handles Escape. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useLocale } from '../../../../data/useLocale.ts';
import { cx } from '../../../../ui/cx.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { COLUMNS, nameOf, PALETTE, placeAfter } from './palette.ts';

/** Height of the swatch above the palette (screens §9). */
const SWATCH_HEIGHT = 75;

interface Props {
  /** The current colour, `#rrggbb`; it need not be in the palette. */
  value: string;
  onChoose(colour: string): void;
}

export function Palette({ value, onChoose }: Props): ReactNode {
  const i18n = useLocale();
  const { t } = i18n;
  const chosen = PALETTE.findIndex((one) => one.value === value);
  const [at, setAt] = useState(Math.max(0, chosen));
  const [pointed, setPointed] = useState<number>();
  const shown = PALETTE[pointed ?? at]!.value;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = placeAfter(event.key, at);
    if (next === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')[next]?.focus();
  };
  return (
    <div className="flex w-fit flex-col gap-2 p-3">
      <div
        className="rounded-md border border-line"
        style={{ height: SWATCH_HEIGHT, backgroundColor: shown }}
      />
      <p className="flex justify-between gap-2 text-sm">
        <span className="first-letter:uppercase">{nameOf(i18n, shown)}</span>
        <span className="text-muted">{shown}</span>
      </p>
      <div
        role="listbox"
        tabIndex={-1}
        aria-label={t('engine.colour.palette')}
        className="grid gap-0.5"
        style={{ gridTemplateColumns: `repeat(${COLUMNS}, 1.5rem)` }}
        onKeyDown={onKeyDown}
        onMouseLeave={() => setPointed(undefined)}
      >
        {PALETTE.map((one, i) => (
          <button
            key={one.value}
            type="button"
            role="option"
            tabIndex={i === at ? 0 : -1}
            aria-selected={i === chosen}
            aria-label={nameOf(i18n, one.value)}
            data-autofocus={i === at || undefined}
            className={cx(
              'relative flex h-6 items-center justify-center rounded border border-black/20 focus-visible:z-10',
              i === PALETTE.length - 1 ? 'col-span-full' : 'w-6',
            )}
            style={{ backgroundColor: one.value }}
            onMouseEnter={() => setPointed(i)}
            onFocus={() => setAt(i)}
            onClick={() => onChoose(one.value)}
          >
            {i === chosen && (
              <span className="flex rounded-full bg-surface text-ink">
                <Icon name="check" size={16} />
              </span>
            )}
          </button>
        ))}
      </div>
    </div>
  );
}
