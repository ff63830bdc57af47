/** Colourings of layers, when the user can choose them; stored in the address next to the view. */
import { useCallback, useMemo, useState } from 'react';
import { useUrlState } from '../../engine/index.ts';
import { ADDRESS } from './useAddressedView.ts';
import type { LayerOptions } from './options.ts';

/** `layer:colouring`, separated by commas. */
const PARAMETER = 'by';

export interface Colourings {
  /** Layers with the tone and tones of the chosen colouring; by default the first. */
  layers: readonly LayerOptions[];
  choose(layer: string, colouring: string): void;
}

export function useColourings(layers: readonly LayerOptions[], addressed: boolean): Colourings {
  const [address, change] = useUrlState(ADDRESS);
  const [kept, setKept] = useState('');
  const text = (addressed ? address[PARAMETER] : kept) ?? '';
  const coloured = useMemo(() => {
    const chosen = chosenOf(text);
    return layers.map((layer) => colouredBy(layer, chosen.get(layer.id)));
  }, [layers, text]);
  const choose = useCallback(
    (layer: string, colouring: string) => {
      const next = [...chosenOf(text).set(layer, colouring)].map((pair) => pair.join(':')).join(',');
      if (addressed) change({ [PARAMETER]: next }, { replace: true });
      else setKept(next);
    },
    [text, addressed, change],
  );
  return { layers: coloured, choose };
}

const chosenOf = (text: string): Map<string, string> =>
  new Map(
    text
      .split(',')
      .map((pair) => pair.split(':') as [string, string])
      .filter((pair) => pair.length === 2),
  );

/** An unknown colouring falls back to the first: an address may be older than the screen. */
function colouredBy(layer: LayerOptions, wanted: string | undefined): LayerOptions {
  const chosen = layer.colourings?.find(({ id }) => id === wanted) ?? layer.colourings?.[0];
  return chosen ? { ...layer, tone: chosen.tone, tones: chosen.tones, colouring: chosen.id } : layer;
}
