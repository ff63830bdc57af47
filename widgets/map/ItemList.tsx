/** The objects of the map as a list: for the keyboard, for screen readers, and when no map can be shown. */
import { useMemo, useState, type ReactNode } from 'react';
import { Button, Checkbox, cx, Input, useLocale } from '../../engine/index.ts';
import type { Item, LayerItems } from './items.ts';
import { useFieldText } from './fieldText.ts';
import { Swatch } from './Swatch.tsx';
import type { Chosen } from './useChosen.ts';

/** Number shown at first, and added with each press of "more". */
const PAGE = 50;

interface Props {
  label: string;
  layers: readonly LayerItems[];
  chosen: Chosen;
  many: boolean;
  empty: string;
  className?: string;
  onPress(item: Item): void;
}

export function ItemList({ label, layers, chosen, many, empty, className, onPress }: Props): ReactNode {
  const { t, formatNumber } = useLocale();
  const [text, setText] = useState('');
  const [most, setMost] = useState(PAGE);
  const found = useMemo(() => matching(layers, text), [layers, text]);
  const placeless = layers.reduce((sum, layer) => sum + layer.placeless, 0);
  const total = layers.reduce((sum, layer) => sum + layer.items.length, 0);
  const objects = found.reduce((sum, { feature }) => sum + (feature.properties.count ?? 1), 0);
  return (
    <section
      aria-label={t('engine.map.listOf', { label })}
      data-part="map-list"
      className={cx('flex min-h-0 flex-col bg-surface', className)}
    >
      <div className="p-2">
        <Input
          type="search"
          value={text}
          placeholder={t('engine.map.find')}
          aria-label={t('engine.map.find')}
          onChange={(event) => {
            setText(event.target.value);
            setMost(PAGE);
          }}
        />
      </div>
      <output className="px-3 pb-1 text-sm text-muted">
        {total === 0
          ? empty
          : found.length === 0
            ? t('engine.map.nothingFound')
            : t('engine.map.shown', { count: objects, number: formatNumber(objects) })}
      </output>
      <ul className="min-h-0 flex-1 overflow-auto pb-2">
        {found.slice(0, most).map((item) => (
          <li
            key={`${item.layer.id} ${item.key}`}
            className={cx('flex items-start gap-1 px-3', chosen.has(item) && 'bg-accent-soft')}
          >
            {many && chosen.allows(item) && (
              <span className="flex h-8 items-center">
                <Checkbox
                  aria-label={item.title}
                  checked={chosen.has(item)}
                  onChange={() => chosen.choose([item], true)}
                />
              </span>
            )}
            <Entry item={item} named={layers.length > 1} onPress={onPress} pressed={chosen.has(item)} />
          </li>
        ))}
      </ul>
      {found.length > most && (
        <Button tone="ghost" size="s" className="m-2 self-start" onClick={() => setMost((now) => now + PAGE)}>
          {t('engine.map.more', { count: Math.min(PAGE, found.length - most) })}
        </Button>
      )}
      {placeless > 0 && (
        <p className="border-t border-line px-3 py-2 text-sm text-muted">
          {t('engine.map.noPlace', { count: placeless })}
        </p>
      )}
    </section>
  );
}

interface EntryProps {
  item: Item;
  /** The layer's title is shown: there are several layers. */
  named: boolean;
  pressed: boolean;
  onPress(item: Item): void;
}

function Entry({ item, named, pressed, onPress }: EntryProps) {
  const { t } = useLocale();
  const textOf = useFieldText();
  const { layer, row, feature, title } = item;
  const first = layer.card?.fields?.[0];
  const detail = first ? textOf(first, row) : '';
  return (
    <button
      type="button"
      aria-current={pressed || undefined}
      onClick={() => onPress(item)}
      className="flex min-w-0 flex-1 items-start gap-2 rounded-md py-1.5 text-left hover:bg-hover"
    >
      <span className="flex h-5 items-center">
        <Swatch colour={feature.properties.colour} kind={layer.kind} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block break-words">
          {feature.properties.order && `${feature.properties.order}. `}
          {title}
        </span>
        <span className="block text-sm break-words text-muted">
          {[named ? t(layer.title) : '', detail].filter(Boolean).join(' · ')}
        </span>
      </span>
    </button>
  );
}

function matching(layers: readonly LayerItems[], text: string): Item[] {
  const wanted = text.trim().toLocaleLowerCase();
  const all = layers.flatMap(({ items }) => items);
  return wanted ? all.filter(({ title }) => title.toLocaleLowerCase().includes(wanted)) : all;
}
