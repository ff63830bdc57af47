/** Layers for the map provider, from the layers' options and objects. */
import type { DrawnLayer } from '../shared/map/provider.ts';
import type { Items } from './useItems.ts';

const LABEL_FROM = 14;

export const drawnLayers = ({ layers }: Items, hidden: ReadonlySet<string>): DrawnLayer[] =>
  layers.map(({ layer, features }) => ({
    id: layer.id,
    kind: layer.kind,
    features,
    visible: !hidden.has(layer.id),
    cluster: layer.cluster ?? true,
    arrows: layer.arrows ?? true,
    labelFrom: layer.labelFrom ?? LABEL_FROM,
  }));
