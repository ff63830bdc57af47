/**
 * The panel of choices of a field. Up to ten choices are a listbox; more, or those that the server finds, are a combobox in a
 * popover, filtered by the typed text.
 */
import { Fragment, useState, type KeyboardEvent, type ReactNode } from 'react';
import {
  Combobox,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Listbox,
  ListboxButton,
  ListboxOption,
  ListboxOptions,
} from '@headlessui/react';
import { useLocale } from '../../data/useLocale.ts';
import type { Choice } from '../../registry/define.ts';
import { cx } from '../../ui/cx.ts';
import { pressDown, useFirstPress } from '../../ui/firstPress.ts';
import { Icon } from '../../ui/icon.tsx';
import { Input } from '../../ui/input.tsx';
import { ANCHOR, ButtonPopover, named, PANEL } from '../../ui/popoverPanel.tsx';
import { useTopLayer } from '../../ui/popup.tsx';
import type { ChoicePanelProps } from './ChoiceList.tsx';
import { useFound } from './useFound.ts';

const SEARCHED_ABOVE = 10;

export function ChoicePanel(props: ChoicePanelProps): ReactNode {
  const searched = props.find !== undefined || props.items.length > SEARCHED_ABOVE;
  return searched ? <Searched {...props} /> : <Few {...props} />;
}

const WIDTH = 'w-72 [--anchor-max-height:22rem]';
const CHOICE =
  'group flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-md px-2 py-1 data-focus:bg-hover';
const CLEAR = 'h-8 w-full rounded-md px-2 text-left text-sm text-muted hover:bg-hover hover:text-ink';
/** The choice that clears the selection. */
const NONE = Symbol('none');

function Few({ id, trigger, items, value, onChange }: ChoicePanelProps): ReactNode {
  const { t } = useLocale();
  const button = useFirstPress(pressDown);
  return (
    <Listbox
      multiple
      value={[...value] as object[]}
      onChange={(chosen: unknown[]) => onChange(chosen.includes(NONE) ? [] : chosen)}
    >
      <ListboxButton as={Fragment} {...named(id)} ref={button}>
        {trigger}
      </ListboxButton>
      <ListboxOptions {...useTopLayer()} anchor={ANCHOR} modal={false} className={cx(PANEL, WIDTH, 'p-1')}>
        {items.map((item) => (
          <ListboxOption key={String(item.value)} value={item.value} className={CHOICE}>
            <Chosen item={item} />
          </ListboxOption>
        ))}
        {items.length === 0 && (
          <ListboxOption disabled value={NONE} className="px-2 py-3 text-sm text-muted">
            {t('engine.choices.none')}
          </ListboxOption>
        )}
        {value.length > 0 && (
          <ListboxOption
            value={NONE}
            className={cx(CLEAR, 'flex cursor-pointer items-center data-focus:bg-hover data-focus:text-ink')}
          >
            {t('engine.choices.clear')}
          </ListboxOption>
        )}
      </ListboxOptions>
    </Listbox>
  );
}

function Searched({ id, label, trigger, ...rest }: ChoicePanelProps): ReactNode {
  return (
    <ButtonPopover id={id} label={label} trigger={trigger} className={WIDTH}>
      {(close) => <Search {...rest} close={close} />}
    </ButtonPopover>
  );
}

type SearchProps = Omit<ChoicePanelProps, 'id' | 'label' | 'trigger'> & { close(): void };

function Search({ items, find, single, value, onChange, close }: SearchProps): ReactNode {
  const { t } = useLocale();
  const [search, setSearch] = useState('');
  const found = useFound(find, search);
  const wanted = search.trim().toLocaleLowerCase();
  const fitting = wanted ? items.filter((item) => item.label.toLocaleLowerCase().includes(wanted)) : items;
  const shown = find ? (found.choices ?? []) : fitting;
  const none = find && !found.choices ? t('engine.choices.searching') : t('engine.choices.none');
  // The list is always open, so Esc closes the panel, and nothing around it.
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  const choose = (chosen: unknown[]) => {
    onChange(single ? chosen.slice(-1) : chosen);
    if (single) close();
  };
  return (
    <Combobox multiple immediate value={[...value] as object[]} onChange={choose}>
      <div className="border-b border-line p-2">
        <ComboboxInput
          as={Input}
          type="search"
          aria-label={t('engine.choices.search')}
          placeholder={t('engine.choices.search')}
          displayValue={() => search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={closeByEscape}
        />
      </div>
      <ComboboxOptions
        static
        modal={false}
        aria-busy={found.waiting}
        className="max-h-72 overflow-y-auto p-1"
      >
        {shown.map((item) => (
          <ComboboxOption key={String(item.value)} value={item.value} className={CHOICE}>
            <Chosen item={item} />
          </ComboboxOption>
        ))}
      </ComboboxOptions>
      <output className="block px-3 text-sm text-muted not-empty:pb-3">
        {shown.length === 0 ? none : found.more ? t('engine.choices.more') : ''}
      </output>
      {value.length > 0 && (
        <div className="border-t border-line p-1">
          <button type="button" onClick={() => onChange([])} className={CLEAR}>
            {t('engine.choices.clear')}
          </button>
        </div>
      )}
    </Combobox>
  );
}

/** A choice with a check mark when it is selected. */
function Chosen({ item }: { item: Choice }): ReactNode {
  return (
    <>
      <span className="flex size-4 shrink-0 items-center justify-center rounded-sm border border-field group-data-selected:border-accent-strong group-data-selected:bg-accent-strong group-data-selected:text-accent-ink">
        <span className="hidden group-data-selected:inline">
          <Icon name="check" size={16} />
        </span>
      </span>
      <span className="min-w-0 flex-1">{item.label}</span>
    </>
  );
}
