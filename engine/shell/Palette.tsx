/**
 * Ctrl+K: go to a screen, or search a list, by a few letters. The combobox of the ARIA guide: the focus stays in the
 * field, whose keys move the choice.
 */
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events */
import { useEffect, useId, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { useStore } from '../data/store.ts';
import { buildMenu } from '../routing/menu.ts';
import { cx } from '../ui/cx.ts';
import { DialogFrame } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { Input } from '../ui/input.tsx';
import { useProduct } from './facts.ts';
import { find, searchOf, type Found } from './palette.ts';

export function Palette({ onClose }: { onClose(): void }): ReactNode {
  const { history, session } = useEngine();
  const i18n = useLocale();
  const { t } = i18n;
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { app, entries } = useProduct();
  const now = useStore(session);
  const groups = useMemo(() => buildMenu(entries, app, now), [entries, app, now]);
  const searches = useSearches(
    useMemo(() => groups.flatMap(({ items }) => items.map(({ screen }) => screen)), [groups]),
  );
  const found = useMemo(() => find(i18n, text, groups, searches), [i18n, text, groups, searches]);
  const active = Math.min(at, found.length - 1);
  const go = ({ href }: Found) => {
    onClose();
    void history.goTo(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length) {
      event.preventDefault();
      setAt((active + step + found.length) % found.length);
    }
    const chosen = found[active];
    if (event.key !== 'Enter' || !chosen) return;
    event.preventDefault();
    go(chosen);
  };
  useEffect(() => {
    document.getElementById(`${id}${active}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [id, active]);
  return (
    <DialogFrame title={t('engine.palette.title')} size="medium" onClose={onClose}>
      <Input
        // Who asks for it is about to type.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}list`}
        aria-activedescendant={active >= 0 ? `${id}${active}` : undefined}
        aria-label={t('engine.palette.hint')}
        placeholder={t('engine.palette.hint')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}list`}
        role="listbox"
        aria-label={t('engine.palette.title')}
        className="mt-3 flex flex-col gap-0.5"
      >
        {found.map((one, i) => (
          <div
            key={one.href}
            id={`${id}${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === active}
            onClick={() => go(one)}
            className={cx(
              'flex h-9 shrink-0 cursor-pointer items-center gap-2.5 rounded-md px-2',
              i === active ? 'bg-accent-soft text-accent-strong' : 'hover:bg-hover',
            )}
          >
            {one.icon && <Icon name={one.icon} />}
            <span className="min-w-0 flex-1 truncate font-medium">{one.label}</span>
            <span className="truncate text-sm text-muted">{one.group}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="mt-3 text-muted">{t('engine.table.nothingFound')}</p>}
    </DialogFrame>
  );
}

/** The search of each list of the menu, as their screens come. */
function useSearches(screens: readonly string[]): ReadonlyMap<string, string> {
  const { load } = useProduct();
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let gone = false;
    for (const id of screens)
      load(id).then(
        (screen) => {
          const search = searchOf(screen);
          if (search && !gone) setKnown((now) => new Map([...now, [id, search]]));
        },
        () => undefined, // Opening the screen itself will tell.
      );
    return () => {
      gone = true;
    };
  }, [screens, load]);
  return known;
}
