/** Panel that switches layers on and off, with the legend of their colours. */
import type { ReactNode } from 'react';
import { Checkbox, NativeSelect, useLocale, type Colours } from '../../engine/index.ts';
import { toneColour, type LayerItems } from './items.ts';
import { Swatch } from './Swatch.tsx';

interface Props {
  layers: readonly LayerItems[];
  hidden: ReadonlySet<string>;
  colours: Colours;
  onToggle(layer: string): void;
  onColouring(layer: string, colouring: string): void;
}

export function LayersPanel({ layers, hidden, colours, onToggle, onColouring }: Props): ReactNode {
  const { t } = useLocale();
  return (
    <section
      aria-label={t('engine.map.layers')}
      className="flex max-h-64 w-60 max-w-[70vw] flex-col gap-2 overflow-auto rounded-md border border-line bg-surface p-3 text-sm text-ink shadow-pop"
    >
      {layers.map(({ layer, items }) => (
        <div key={layer.id}>
          <Checkbox
            checked={!hidden.has(layer.id)}
            onChange={() => onToggle(layer.id)}
            label={
              <span className="flex items-center gap-2">
                {!layer.tones && (
                  <Swatch colour={items[0]?.feature.properties.colour ?? colours.accent} kind={layer.kind} />
                )}
                {t(layer.title)}
              </span>
            }
          />
          {layer.colourings && layer.colourings.length > 1 && (
            <NativeSelect
              aria-label={t('engine.map.colourBy', { layer: t(layer.title) })}
              className="mt-1"
              value={layer.colouring}
              options={layer.colourings.map(({ id, title }) => ({ value: id, label: t(title) }))}
              onChange={({ currentTarget }) => onColouring(layer.id, currentTarget.value)}
            />
          )}
          {layer.tones && (
            <ul className="mt-1 ml-6 flex flex-col gap-0.5">
              {Object.entries(layer.tones).map(([word, { tone, title }]) => (
                <li key={word} className="flex items-center gap-2 text-muted">
                  <Swatch colour={toneColour(tone, colours)} kind={layer.kind} />
                  {t(title)}
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </section>
  );
}
