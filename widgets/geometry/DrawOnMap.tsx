/** The geometry on the map: a new one is drawn, an existing one is edited by its vertices. */
import { useEffect, useRef, type ReactNode } from 'react';
import type { Colours } from '../../engine/index.ts';
import { boundsOf, type DrawnGeometry, type DrawnType } from '../shared/map/geometry.ts';
import type { LayerKind, MapSurface } from '../shared/map/provider.ts';
import { useDrawing } from '../shared/map/useDrawing.ts';

interface Props {
  surface: MapSurface;
  colours: Colours;
  type: DrawnType;
  /** The geometry to edit; read again whenever `revision` changes. */
  value: DrawnGeometry | undefined;
  revision: number;
  locked: boolean;
  /** Called with true once Terra Draw handles clicks, with false if it could not be loaded. */
  onReady(drawable: boolean): void;
  onDrawn(geometry: DrawnGeometry, isNew: boolean): void;
}

const KINDS: Record<DrawnType, LayerKind> = { Point: 'points', LineString: 'lines', Polygon: 'areas' };

export function DrawOnMap(props: Props): ReactNode {
  const { surface, colours, type, value, revision, locked, onDrawn, onReady } = props;
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const { value } = latest.current;
    const bounds = value && boundsOf([value]);
    if (bounds) surface.fit(bounds);
  }, [surface]);
  useEffect(() => {
    if (locked) showAlone(surface, colours, latest.current.value);
  }, [surface, colours, locked, revision]);
  useDrawing(surface, {
    type,
    value,
    revision,
    locked,
    onDrawn,
    onReady: () => onReady(true),
    onFailed: (error) => {
      console.warn(`Nothing can be drawn: ${error.message}`);
      onReady(false);
    },
  });
  return null;
}

/** Shows a geometry that cannot be edited. */
function showAlone(surface: MapSurface, colours: Colours, value: DrawnGeometry | undefined): void {
  const properties = { key: 'value', colour: colours.accent, rank: 0 };
  surface.setLayers(
    value
      ? [
          {
            id: 'value',
            kind: KINDS[value.type],
            features: [{ type: 'Feature', geometry: value, properties }],
            visible: true,
            cluster: false,
            arrows: false,
            labelFrom: 0,
          },
        ]
      : [],
  );
}
