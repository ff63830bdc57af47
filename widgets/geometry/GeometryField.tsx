/** A point, a line or an area: drawn on a map, or entered as coordinates. The value is a GeoJSON geometry. */
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { Button, cx, NativeSelect, useLocale, type FieldProps, type Translate } from '../../engine/index.ts';
import { useBase, type BaseOptions } from '../shared/map/base.ts';
import { boundsOf, type DrawnGeometry, type DrawnType } from '../shared/map/geometry.ts';
import { MapArea } from '../shared/map/MapArea.tsx';
import { MapControls } from '../shared/map/MapControls.tsx';
import { useMap, type MapState } from '../shared/map/useMap.ts';
import { draftOf, readDraft, TYPES, type Draft } from './draft.ts';
import { DrawOnMap } from './DrawOnMap.tsx';
import { useDraft } from './useDraft.ts';
import { Vertices } from './Vertices.tsx';

interface Options extends BaseOptions {
  types?: DrawnType[];
  height?: number;
}

const ALL: readonly DrawnType[] = ['Point', 'LineString', 'Polygon'];
const HEIGHT = 320;
const HELP: Record<DrawnType, string> = {
  Point: 'engine.map.drawingPoint',
  LineString: 'engine.map.drawingLine',
  Polygon: 'engine.map.drawingArea',
};

export function GeometryField(props: FieldProps): ReactNode {
  const { id, label, disabled, readOnly, invalid, describedBy, onBlur } = props;
  const { t } = useLocale();
  const options = props.field.options as Options;
  const types = options.types ?? ALL;
  const locked = disabled || readOnly;
  const frame = useRef<HTMLFieldSetElement>(null);
  const map = useMap(label, useBase(options, true));
  const state = useDraft(props, types);
  const { draft } = state;
  const [revision, setRevision] = useState(0);
  const [drawable, setDrawable] = useState<boolean>();
  const read = useMemo(() => readDraft(draft), [draft]);
  const geometry = read.is === 'empty' ? undefined : read.geometry;
  const commit = (next: Draft) => {
    state.commit(next);
    setRevision((now) => now + 1);
  };
  const drawn = (value: DrawnGeometry, isNew: boolean) => {
    const next = { ...draftOf(value, types), holes: draft.holes };
    if (isNew) commit(next);
    else state.commit(next);
    onBlur();
  };
  return (
    <fieldset
      ref={frame}
      aria-label={label}
      className={cx(
        'flex min-w-0 flex-col overflow-hidden rounded-md border bg-surface',
        invalid ? 'border-danger' : 'border-field',
      )}
    >
      <MapArea map={map} className="min-h-40 flex-1" unsupported={t('engine.map.unsupportedField')}>
        {(surface) => (
          <>
            <div style={{ height: options.height ?? HEIGHT }} />
            <DrawOnMap
              {...{ surface, revision, locked }}
              colours={map.colours}
              type={draft.type}
              value={geometry}
              onReady={setDrawable}
              onDrawn={drawn}
            />
            <MapControls
              surface={surface}
              frame={frame}
              onFit={geometry && (() => surface.fit(boundsOf([geometry])!))}
              // The user's own position can be entered as the point.
              onLocate={
                locked || draft.type !== 'Point'
                  ? undefined
                  : (coordinates) => drawn({ type: 'Point', coordinates }, true)
              }
            />
          </>
        )}
      </MapArea>
      <div className="flex flex-col gap-2 border-t border-line p-2">
        <div className="flex flex-wrap items-center gap-2">
          {types.length > 1 && !locked && (
            <NativeSelect
              className="max-w-40"
              aria-label={t('engine.geometry.type')}
              value={draft.type}
              options={types.map((value) => ({ value, label: t(TYPES[value]) }))}
              onChange={(event) => commit({ type: event.target.value as DrawnType, texts: [], holes: [] })}
            />
          )}
          <output
            id={id}
            tabIndex={-1}
            className="order-first min-w-0 basis-full text-sm text-muted md:order-none md:flex-1 md:basis-0"
          >
            {draft.texts.length === 0
              ? t(hintOf(draft.type, map.state, locked ? false : drawable))
              : summaryOf(t, draft)}
          </output>
          {!locked && draft.texts.length > 0 && (
            <Button size="s" onClick={() => commit({ ...draft, texts: [], holes: [] })}>
              {t('engine.geometry.clear')}
            </Button>
          )}
        </div>
        <Vertices state={{ ...state, commit }} locked={locked} describedBy={describedBy} />
      </div>
    </fieldset>
  );
}

/** Locale key of the hint. The drawing instructions appear only once clicks are handled: earlier ones are lost. */
function hintOf(type: DrawnType, { is }: MapState, drawable: boolean | undefined): string {
  if (drawable) return HELP[type];
  const loads = drawable === undefined && (is === 'opening' || is === 'open');
  return loads ? 'engine.map.drawingLoads' : 'engine.geometry.empty';
}

function summaryOf(t: Translate, { type, texts }: Draft): string {
  return type === 'Point'
    ? t(TYPES.Point)
    : t('engine.geometry.vertices', { type: t(TYPES[type]), count: texts.length });
}
