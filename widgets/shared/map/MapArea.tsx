/** The rectangle of a map, the elements over it, and the messages shown when there is no map. */
import type { ReactNode } from 'react';
import { Banner, cx, useLocale } from '../../../engine/index.ts';
import { Scale } from './Scale.tsx';
import type { MapSurface } from './provider.ts';
import type { OpenMap } from './useMap.ts';

interface Props {
  map: OpenMap;
  className?: string;
  /** Message shown when the browser cannot draw a map. */
  unsupported: string;
  children(surface: MapSurface): ReactNode;
}

export function MapArea({
  map: { element, state, baseFailed },
  className,
  unsupported,
  children,
}: Props): ReactNode {
  const { t } = useLocale();
  if (state.is === 'unsupported' || state.is === 'failed')
    return (
      <div className="p-3">
        <Banner tone="warning">{state.is === 'failed' ? t('engine.map.failed') : unsupported}</Banner>
      </div>
    );
  return (
    <div className={cx('relative isolate overflow-hidden bg-canvas', className)} data-part="map">
      <div
        ref={element}
        className="absolute inset-0 print:hidden [&_.maplibregl-ctrl-attrib]:bg-surface/90! [&_.maplibregl-ctrl-attrib]:text-muted!"
        data-map={state.is}
      />
      {state.is === 'opening' ? (
        <output className="absolute inset-0 flex items-center justify-center text-muted" aria-busy="true">
          {t('engine.map.loading')}
        </output>
      ) : (
        <>
          {(baseFailed || !state.surface.hasBase) && <BaseFailed />}
          <Scale surface={state.surface} />
          {children(state.surface)}
        </>
      )}
    </div>
  );
}

function BaseFailed(): ReactNode {
  const { t } = useLocale();
  return (
    <p className="absolute inset-x-16 bottom-12 mx-auto w-fit rounded-md border border-warning-line bg-warning-soft px-3 py-1.5 text-center text-sm">
      {t('engine.map.baseFailed')}
    </p>
  );
}
