/** The map, its tools and its list; the drawn and selected objects are derived from the inputs. */
import { useCallback, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { cx, useLocale, type WidgetProps } from '../../engine/index.ts';
import { useAddressedView, useStart } from './useAddressedView.ts';
import { useBase } from '../shared/map/base.ts';
import { anchorOf } from '../shared/map/geometry.ts';
import { MapArea } from '../shared/map/MapArea.tsx';
import type { FeatureRef, MapView } from '../shared/map/provider.ts';
import { useMap } from '../shared/map/useMap.ts';
import type { Shown } from './Card.tsx';
import type { Item } from './items.ts';
import { ItemList } from './ItemList.tsx';
import type { MapOptions, Row } from './options.ts';
import { Overlay } from './Overlay.tsx';
import { PrintPicture, usePrint } from './PrintPicture.tsx';
import { useChosen } from './useChosen.ts';
import { useColourings } from './useColourings.ts';
import { useItems } from './useItems.ts';
import { useFirstFit, useMark, useOnMap } from './useOnMap.ts';

const HEIGHT = 560;
/** Zoom for an object pressed in the list. */
const NEAR = 16;
/** Zoom levels added for a group pressed in the list. */
const NEARER = 2;

export function MapWidget({ inputs, options, emit }: WidgetProps): ReactNode {
  const { t } = useLocale();
  const settings = options as unknown as MapOptions;
  const label = useMemo(() => settings.layers.map(({ title }) => t(title)).join(', '), [settings, t]);
  const kept = useAddressedView(settings.address ?? false);
  const start = useStart(kept.at, inputs.at);
  const map = useMap(label, useBase(start ? { ...settings, centre: start } : settings));
  const surface = map.state.is === 'open' ? map.state.surface : undefined;
  const without = map.state.is === 'unsupported' || map.state.is === 'failed';
  const frame = useRef<HTMLElement>(null);
  const colourings = useColourings(settings.layers, settings.address ?? false);
  const items = useItems(colourings.layers, inputs.items, map.colours);
  const chosen = useChosen(settings, items, inputs.selected, emit);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(settings.layers.filter((layer) => layer.hidden).map(({ id }) => id)),
  );
  const [list, setList] = useState(settings.list ?? false);
  const [shown, setShown] = useState<Shown>();
  const print = usePrint(surface);

  const onPress = (features: readonly FeatureRef[], add: boolean) => {
    const pressed = topmost(features.flatMap(({ layer, key }) => items.find(layer, key) ?? []));
    setShown(pressed.length > 0 && !add ? { items: pressed, focus: false } : undefined);
    if (pressed.length === 1 || (pressed.length === 0 && !add)) chosen.choose(pressed, add);
  };
  const onRest = (view: MapView) => {
    emit('move', { ...view.bounds, zoom: view.zoom });
    // A new address renders the whole page again, so it is set in a separate task.
    setTimeout(() => kept.keep(view));
  };
  useOnMap(surface, items, hidden, chosen, { onPress, onRest });
  useFirstFit(surface, items, hidden, !start && (settings.fit ?? true));
  useMark(surface, inputs.at);

  const press = useCallback(
    (item: Item) => {
      const { count = 1 } = item.feature.properties;
      if (count > 1 && surface) {
        surface.show(anchorOf(item.feature.geometry), surface.view().zoom + NEARER);
        return;
      }
      chosen.choose([item]);
      surface?.show(anchorOf(item.feature.geometry), NEAR);
      setShown({ items: [item], focus: true });
    },
    [chosen, surface],
  );
  const visible = useMemo(() => items.layers.filter(({ layer }) => !hidden.has(layer.id)), [items, hidden]);
  const empty = t(settings.empty ?? 'engine.map.empty');
  return (
    <section
      ref={frame}
      aria-label={label}
      className={cx(
        'flex flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card [&:fullscreen]:rounded-none',
        !without && 'md:h-(--map-height) md:flex-row [&:fullscreen]:h-full',
      )}
      style={{ '--map-height': `${settings.height ?? HEIGHT}px` } as CSSProperties}
    >
      <PrintPicture picture={print.picture} label={label} />
      <MapArea
        map={map}
        className="h-(--map-height) max-h-[75dvh] md:h-auto md:max-h-none md:flex-1 in-[:fullscreen]:h-auto in-[:fullscreen]:max-h-none in-[:fullscreen]:flex-1"
        unsupported={t('engine.map.unsupported')}
      >
        {(open) => (
          <Overlay
            {...{ surface: open, frame, settings, items, hidden, chosen, shown, list, empty, label }}
            colours={map.colours}
            onColouring={colourings.choose}
            onHidden={setHidden}
            onShown={setShown}
            onList={setList}
            onPrint={() => void print.print()}
            onLocate={([longitude, latitude]) => emit('locate', { latitude, longitude })}
            onOpen={(row: Row) => emit('open', row)}
            onDrawn={(drawn) => emit('draw', drawn)}
          />
        )}
      </MapArea>
      {(list || without) && (
        <ItemList
          label={label}
          layers={visible}
          chosen={chosen}
          many={settings.select === 'many'}
          empty={empty}
          className={cx(
            'border-line',
            without
              ? 'max-h-[36rem] flex-1 border-t'
              : 'max-h-80 border-t md:max-h-none md:w-80 md:border-t-0 md:border-l',
          )}
          onPress={press}
        />
      )}
    </section>
  );
}

/** Returns the pressed objects to show: points before lines and areas; without points, only the topmost. */
function topmost(items: readonly Item[]): Item[] {
  const isFlat = ({ layer: { kind } }: Item) => kind === 'lines' || kind === 'areas';
  const marks = items.filter((item) => !isFlat(item));
  return marks.length > 0 ? marks : items.slice(0, 1);
}
