/** Card of a pressed object; for several objects at one place, a list to choose from. */
import { useEffect, useRef, type ReactNode } from 'react';
import { Button, cx, IconButton, useLocale, useNarrow } from '../../engine/index.ts';
import { anchorOf } from '../shared/map/geometry.ts';
import type { MapSurface } from '../shared/map/provider.ts';
import { useFieldText } from './fieldText.ts';
import type { Item } from './items.ts';
import type { Row } from './options.ts';
import { Swatch } from './Swatch.tsx';

export interface Shown {
  items: readonly Item[];
  /** Opened from the list: the card takes the focus. */
  focus: boolean;
}

interface Props {
  shown: Shown;
  surface?: MapSurface;
  onClose(): void;
  onChoose(item: Item): void;
  onOpen(row: Row): void;
}

export function Card({ shown: { items, focus }, surface, onClose, onChoose, onOpen }: Props): ReactNode {
  const { t } = useLocale();
  const element = useRef<HTMLElement>(null);
  const narrow = useNarrow();
  const [item] = items;
  const floats = surface !== undefined && !narrow;
  useEffect(() => {
    if (focus) element.current?.focus();
  }, [focus, item]);
  useEffect(() => {
    const own = element.current;
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Keeps a dialog around the map open.
      event.stopPropagation();
      onClose();
    };
    own?.addEventListener('keydown', leave);
    return () => own?.removeEventListener('keydown', leave);
  }, [onClose]);
  useEffect(() => {
    if (!surface || narrow || !item) return;
    const place = () => hang(element.current!, surface.project(anchorOf(item.feature.geometry)));
    place();
    return surface.on('move', place);
  }, [surface, narrow, item]);
  if (!item) return null;
  const title = items.length > 1 ? t('engine.map.chooseOne', { count: items.length }) : item.title;
  return (
    <section
      ref={element}
      tabIndex={-1}
      aria-label={title}
      data-part="map-card"
      className={cx(
        'absolute z-10 flex max-h-[80%] flex-col overflow-auto border border-line bg-surface text-ink shadow-pop outline-none print:hidden',
        floats ? 'top-0 left-0 w-72 rounded-lg' : 'inset-x-0 bottom-0 rounded-t-lg',
      )}
    >
      <header className="flex items-start gap-2 py-1 pr-1 pl-3">
        <h3 className="min-w-0 flex-1 py-1.5 font-semibold break-words">{title}</h3>
        <IconButton
          icon="close"
          size="s"
          className="mt-1"
          label={t('engine.map.closeCard')}
          onClick={onClose}
        />
      </header>
      {items.length > 1 ? <Several items={items} onChoose={onChoose} /> : <One item={item} onOpen={onOpen} />}
    </section>
  );
}

/** Places the card above the object if there is room, otherwise below it; always within the map. */
function hang(element: HTMLElement, { x, y }: { x: number; y: number }): void {
  const frame = element.parentElement!.getBoundingClientRect();
  const { width, height } = element.getBoundingClientRect();
  const left = Math.max(8, Math.min(x - width / 2, frame.width - width - 8));
  const above = y - height - 20;
  const top = above >= 8 ? above : Math.min(y + 20, Math.max(8, frame.height - height - 8));
  element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
}

function Several({ items, onChoose }: { items: readonly Item[]; onChoose(item: Item): void }): ReactNode {
  return (
    <ul className="border-t border-line py-1">
      {items.map((item) => (
        <li key={`${item.layer.id} ${item.key}`}>
          <button
            type="button"
            onClick={() => onChoose(item)}
            className="flex w-full items-center gap-2 px-3 py-1.5 text-left hover:bg-hover"
          >
            <Swatch colour={item.feature.properties.colour} kind={item.layer.kind} />
            <span className="min-w-0 flex-1 truncate">{item.title}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function One({ item: { layer, row }, onOpen }: { item: Item; onOpen(row: Row): void }): ReactNode {
  const { t } = useLocale();
  const textOf = useFieldText();
  const fields = (layer.card?.fields ?? []).map((field) => ({ ...field, text: textOf(field, row) }));
  const filled = fields.filter(({ text }) => text !== '');
  return (
    <div className="flex flex-col gap-2 px-3 pb-3">
      <p className="text-sm text-muted">{t(layer.title)}</p>
      {filled.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
          {filled.map(({ label, text }) => (
            <div key={label} className="contents">
              <dt className="text-muted">{t(label)}</dt>
              <dd className="break-words">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {layer.card?.open && (
        <Button size="s" className="self-start" onClick={() => onOpen(row)}>
          {t(layer.card.open)}
        </Button>
      )}
    </div>
  );
}
