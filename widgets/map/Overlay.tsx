/** Elements over an open map: tools, legend, the card of an object, messages. */
import { useCallback, useState, type ReactNode, type RefObject } from 'react';
import { IconButton, useLocale, useNarrow, type Colours } from '../../engine/index.ts';
import { isWithin, ringOf, type Bounds, type DrawnGeometry, type Position } from '../shared/map/geometry.ts';
import { ControlGroup, MapControls } from '../shared/map/MapControls.tsx';
import type { MapSurface } from '../shared/map/provider.ts';
import { BoxSelect } from './BoxSelect.tsx';
import { Card, type Shown } from './Card.tsx';
import { DrawButtons, DrawHelp } from './DrawTools.tsx';
import type { Item } from './items.ts';
import { LayersPanel } from './LayersPanel.tsx';
import type { DrawTool, MapOptions, Row } from './options.ts';
import type { Chosen } from './useChosen.ts';
import type { Items } from './useItems.ts';
import { fitTo } from './useOnMap.ts';

interface Props {
  surface: MapSurface;
  frame: RefObject<HTMLElement | null>;
  settings: MapOptions;
  items: Items;
  hidden: ReadonlySet<string>;
  chosen: Chosen;
  shown: Shown | undefined;
  list: boolean;
  empty: string;
  label: string;
  colours: Colours;
  onColouring(layer: string, colouring: string): void;
  onHidden(hidden: ReadonlySet<string>): void;
  onShown(shown: Shown | undefined): void;
  onList(shown: boolean): void;
  onPrint(): void;
  onLocate(at: Position): void;
  onOpen(row: Row): void;
  onDrawn(drawn: { geometry: DrawnGeometry; rows: Row[] }): void;
}

export function Overlay(props: Props): ReactNode {
  const { surface, frame, settings, items, hidden, chosen, shown, onShown } = props;
  const { t } = useLocale();
  const narrow = useNarrow();
  const [legend, setLegend] = useState(!narrow);
  const [boxing, setBoxing] = useState(false);
  const [tool, setTool] = useState<DrawTool>();
  const any = items.layers.some(({ features }) => features.length > 0);
  const within = (inside: (item: Item) => boolean) =>
    items.layers
      .filter(({ layer }) => !hidden.has(layer.id))
      .flatMap((layer) => layer.items.filter((item) => chosen.allows(item) && inside(item)));
  const selectBox = (bounds: Bounds) => {
    chosen.choose(within(({ feature }) => isWithin(feature.geometry, [ringOf(bounds)])));
    setBoxing(false);
  };
  const drawn = (geometry: DrawnGeometry) => {
    setTool(undefined);
    const found =
      geometry.type === 'Polygon'
        ? within(({ feature }) => isWithin(feature.geometry, geometry.coordinates))
        : [];
    if (settings.select === 'many' && found.length > 0) chosen.choose(found);
    props.onDrawn({ geometry, rows: found.map(({ row }) => row) });
  };
  const endBox = useCallback(() => setBoxing(false), []);
  const endDrawing = useCallback(() => setTool(undefined), []);
  const toggle = (layer: string) => {
    const next = new Set(hidden);
    if (!next.delete(layer)) next.add(layer);
    props.onHidden(next);
  };
  return (
    <>
      {boxing && <BoxSelect surface={surface} onSelect={selectBox} onCancel={endBox} />}
      {tool && <DrawHelp surface={surface} tool={tool} onDrawn={drawn} onEnd={endDrawing} />}
      <div className="pointer-events-none absolute top-3 left-3 flex items-start gap-2 *:pointer-events-auto print:hidden">
        <ControlGroup>
          <Toggle icon="list" label={t('engine.map.list')} on={props.list} onChange={props.onList} />
          <Toggle icon="layers" label={t('engine.map.layers')} on={legend} onChange={setLegend} />
          {settings.select === 'many' && (
            <Toggle icon="select-area" label={t('engine.map.selectArea')} on={boxing} onChange={setBoxing} />
          )}
          {settings.draw && <DrawButtons tools={settings.draw} tool={tool} onTool={setTool} />}
        </ControlGroup>
        {legend && !boxing && !tool && (
          <LayersPanel
            layers={items.layers}
            hidden={hidden}
            colours={props.colours}
            onToggle={toggle}
            onColouring={props.onColouring}
          />
        )}
      </div>
      <MapControls
        surface={surface}
        frame={frame}
        onFit={any ? () => fitTo(surface, items, hidden) : undefined}
        onPrint={props.onPrint}
        onLocate={props.onLocate}
      />
      {!any && (
        <p className="pointer-events-none absolute inset-x-4 bottom-12 mx-auto w-fit rounded-md border border-line bg-surface px-3 py-1.5 text-center text-sm text-ink shadow-pop">
          {props.empty}
        </p>
      )}
      {shown && (
        <Card
          shown={shown}
          surface={surface}
          onClose={() => onShown(undefined)}
          onOpen={props.onOpen}
          onChoose={(item) => {
            chosen.choose([item]);
            onShown({ items: [item], focus: true });
          }}
        />
      )}
    </>
  );
}

interface ToggleProps {
  icon: string;
  label: string;
  on: boolean;
  onChange(on: boolean): void;
}

const Toggle = ({ icon, label, on, onChange }: ToggleProps) => (
  <IconButton
    icon={icon}
    label={label}
    aria-pressed={on}
    className="aria-pressed:bg-accent-soft"
    onClick={() => onChange(!on)}
  />
);
