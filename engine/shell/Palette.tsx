/** Ctrl+K: goes to a screen or a record, or searches a list, by a few letters. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useEffect, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { useStore } from '../data/store.ts';
import { useFacts } from '../page/facts.ts';
import { buildMenu, type MenuGroup } from '../routing/menu.ts';
import { cx } from '../ui/cx.ts';
import { DialogFrame } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { Input } from '../ui/input.tsx';
import { useProduct } from './facts.ts';
import { find, searchOf, type Found } from './palette.ts';
import { ENOUGH, findRecords, recordListOf, type RecordList } from './records.ts';

export function Palette({ onClose }: { onClose(): void }): ReactNode {
  const { history, session } = useEngine();
  const i18n = useLocale();
  const { t } = i18n;
  const [text, setText] = useState('');
  const { app, entries } = useProduct();
  const now = useStore(session);
  const groups = useMemo(() => buildMenu(entries, app, now), [entries, app, now]);
  const screens = useMenuScreens(groups);
  const searches = useMemo(
    () => new Map([...screens].flatMap(([id, { search }]) => (search ? [[id, search] as const] : []))),
    [screens],
  );
  const { records, looking } = useRecords(screens, text.trim());
  const found = useMemo(
    () => find(i18n, text, groups, searches, records),
    [i18n, text, groups, searches, records],
  );
  const go = ({ href }: Found) => {
    onClose();
    void history.goTo(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The list is always open, so Esc closes the dialog.
    if (event.key === 'Escape') onClose();
    // Enter selects the first result unless an option is active.
    if (event.key !== 'Enter' || event.currentTarget.getAttribute('aria-activedescendant') || !found[0])
      return;
    event.preventDefault();
    go(found[0]);
  };
  return (
    <DialogFrame title={t('engine.palette.title')} size="medium" onClose={onClose}>
      <Combobox<Found | null> immediate value={null} onChange={(one) => one && go(one)}>
        <ComboboxInput
          as={Input}
          // The user opened the palette to type.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          aria-label={t('engine.palette.hint')}
          placeholder={t('engine.palette.hint')}
          displayValue={() => text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <ComboboxOptions
          static
          modal={false}
          aria-label={t('engine.palette.title')}
          className="mt-3 flex flex-col gap-0.5"
        >
          {found.map((one) => (
            <ComboboxOption
              key={one.href}
              value={one}
              className="flex h-9 shrink-0 cursor-pointer items-center gap-2.5 rounded-md px-2 data-focus:bg-accent-soft data-focus:text-accent-strong"
            >
              {one.icon && <Icon name={one.icon} />}
              <span className="min-w-0 flex-1 truncate">
                <span className="font-medium">{one.label}</span>
                {one.hint && <span className="ml-2 text-sm text-muted">{one.hint}</span>}
              </span>
              <span className="max-w-[40%] shrink-0 truncate text-sm text-muted">{one.group}</span>
            </ComboboxOption>
          ))}
        </ComboboxOptions>
      </Combobox>
      <p role="status" className={cx('mt-3 text-muted', !looking && found.length > 0 && 'sr-only')}>
        {looking ? t('engine.loading') : found.length === 0 ? t('engine.table.nothingFound') : ''}
      </p>
    </DialogFrame>
  );
}

interface MenuScreen {
  /** Address parameter of the screen's search. */
  search?: string;
  list?: RecordList;
}

/** How each list of the menu is searched, added as their screens load. */
function useMenuScreens(groups: readonly MenuGroup[]): ReadonlyMap<string, MenuScreen> {
  const engine = useEngine();
  const { t } = useLocale();
  const { load } = useProduct();
  const [known, setKnown] = useState<ReadonlyMap<string, MenuScreen>>(new Map());
  useEffect(() => {
    let gone = false;
    for (const { screen: id, label, icon } of groups.flatMap(({ items }) => items))
      load(id).then(
        (screen) => {
          const search = searchOf(screen);
          if (!search || gone) return;
          const title = 'key' in label ? t(label.key) : '';
          const list = recordListOf(engine, screen, { title, ...(icon ? { icon } : {}) });
          setKnown((now) => new Map([...now, [id, { search, ...(list ? { list } : {}) }]]));
        },
        () => undefined, // Opening the screen itself will report the error.
      );
    return () => {
      gone = true;
    };
  }, [engine, groups, load, t]);
  return known;
}

/** Records that contain the text, in the order of their lists; requested once the user pauses. */
function useRecords(
  screens: ReadonlyMap<string, MenuScreen>,
  text: string,
): { records: readonly Found[]; looking: boolean } {
  const engine = useEngine();
  const { entries } = useProduct();
  const facts = useFacts();
  const [answer, setAnswer] = useState<{ text: string; records: readonly Found[] }>();
  const enough = text.length >= ENOUGH;
  useEffect(() => {
    if (!enough) return;
    let gone = false;
    const timer = setTimeout(() => {
      const lists = [...screens.values()].flatMap(({ list }) => list ?? []);
      void Promise.all(lists.map((list) => findRecords(engine, list, text, { facts, entries }))).then(
        (found) => !gone && setAnswer({ text, records: found.flat() }),
      );
    }, PAUSE);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [engine, screens, text, enough, facts, entries]);
  const records = enough && answer ? answer.records : NONE;
  return { records, looking: enough && answer?.text !== text };
}

/** Milliseconds without a keystroke before the lists are requested. */
const PAUSE = 250;
const NONE: readonly Found[] = [];
