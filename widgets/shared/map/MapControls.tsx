/** Buttons at the edge of a map: zoom, fit, the user's position, full screen, print. */
import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import { IconButton, useLocale, useToast } from '../../../engine/index.ts';
import type { Position } from './geometry.ts';
import type { MapSurface } from './provider.ts';

const NEAR = 15;

interface Props {
  surface: MapSurface;
  /** Element shown in full screen. */
  frame: RefObject<HTMLElement | null>;
  onFit?: (() => void) | undefined;
  onPrint?: (() => void) | undefined;
  /** Called when the user's position was found. */
  onLocate?: ((at: Position) => void) | undefined;
}

export function MapControls({ surface, frame, onFit, onPrint, onLocate }: Props): ReactNode {
  const { t } = useLocale();
  const full = useFullScreen(frame);
  return (
    <div className="absolute top-3 right-3 flex flex-col gap-2 print:hidden">
      <ControlGroup>
        <IconButton icon="plus" label={t('engine.map.zoomIn')} onClick={() => surface.zoomBy(1)} />
        <IconButton icon="minus" label={t('engine.map.zoomOut')} onClick={() => surface.zoomBy(-1)} />
      </ControlGroup>
      <ControlGroup>
        {onFit && <IconButton icon="fit" label={t('engine.map.fit')} onClick={onFit} />}
        <Locate surface={surface} onLocate={onLocate} />
        {full && (
          <IconButton
            icon={full.on ? 'fullscreen-exit' : 'fullscreen'}
            label={t(full.on ? 'engine.map.fullscreenExit' : 'engine.map.fullscreen')}
            onClick={full.toggle}
          />
        )}
        {onPrint && <IconButton icon="print" label={t('engine.map.print')} onClick={onPrint} />}
      </ControlGroup>
    </div>
  );
}

/** Buttons in one frame. */
export function ControlGroup({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="flex w-fit flex-col overflow-hidden rounded-md border border-line bg-surface shadow-pop [&_button]:rounded-none [&_button]:text-ink [&_button:focus-visible]:-outline-offset-2">
      {children}
    </div>
  );
}

function Locate({ surface, onLocate }: Pick<Props, 'surface' | 'onLocate'>): ReactNode {
  const { t } = useLocale();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  if (!('geolocation' in navigator)) return null;
  const locate = () => {
    setBusy(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const at: Position = [coords.longitude, coords.latitude];
        surface.setMark(at);
        surface.show(at, NEAR);
        onLocate?.(at);
        setBusy(false);
      },
      (error) => {
        const denied = error.code === error.PERMISSION_DENIED;
        toast({ type: 'warning', text: t(denied ? 'engine.map.locateDenied' : 'engine.map.locateFailed') });
        setBusy(false);
      },
      { enableHighAccuracy: true, timeout: 10_000 },
    );
  };
  return <IconButton icon="locate" label={t('engine.map.locate')} busy={busy} onClick={locate} />;
}

/** Returns undefined when the browser does not support full screen for elements. */
function useFullScreen(frame: RefObject<HTMLElement | null>): { on: boolean; toggle(): void } | undefined {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const follow = () => setOn(document.fullscreenElement === frame.current && frame.current !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [frame]);
  if (!document.fullscreenEnabled) return undefined;
  return {
    on,
    toggle: () => void (on ? document.exitFullscreen() : frame.current?.requestFullscreen()),
  };
}
