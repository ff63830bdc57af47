/** Drawing buttons, and the instructions shown while drawing. */
import { useState, type ReactNode } from 'react';
import { Button, IconButton, useLocale } from '../../engine/index.ts';
import type { DrawnGeometry } from '../shared/map/geometry.ts';
import type { MapSurface } from '../shared/map/provider.ts';
import { useDrawing } from '../shared/map/useDrawing.ts';
import { DRAWN, type DrawTool } from './options.ts';

const TOOLS: Record<DrawTool, { icon: string; label: string; help: string }> = {
  point: { icon: 'pin', label: 'engine.map.drawPoint', help: 'engine.map.drawingPoint' },
  line: { icon: 'draw-line', label: 'engine.map.drawLine', help: 'engine.map.drawingLine' },
  area: { icon: 'draw-area', label: 'engine.map.drawArea', help: 'engine.map.drawingArea' },
};

interface Props {
  tools: readonly DrawTool[];
  tool: DrawTool | undefined;
  onTool(tool: DrawTool | undefined): void;
}

export function DrawButtons({ tools, tool, onTool }: Props): ReactNode {
  const { t } = useLocale();
  return tools.map((one) => (
    <IconButton
      key={one}
      icon={TOOLS[one].icon}
      label={t(TOOLS[one].label)}
      aria-pressed={one === tool}
      className="aria-pressed:bg-accent-soft"
      onClick={() => onTool(one === tool ? undefined : one)}
    />
  ));
}

interface HelpProps {
  surface: MapSurface;
  tool: DrawTool;
  onDrawn(geometry: DrawnGeometry): void;
  onEnd(): void;
}

/** Drawing mode while mounted. Shows the instructions only after Terra Draw has loaded: earlier clicks are lost. */
export function DrawHelp({ surface, tool, onDrawn, onEnd }: HelpProps): ReactNode {
  const { t } = useLocale();
  const [state, setState] = useState<'loading' | 'ready' | Error>('loading');
  useDrawing(surface, {
    type: DRAWN[tool],
    onDrawn,
    onReady: () => setState('ready'),
    onFailed: setState,
  });
  const help = state === 'ready' ? t(TOOLS[tool].help) : t('engine.map.drawingLoads');
  return (
    <div className="absolute inset-x-2 bottom-2 mx-auto flex w-fit max-w-lg items-center gap-3 md:inset-x-16 md:top-3 md:bottom-auto rounded-md border border-line bg-surface px-3 py-1.5 text-sm text-ink shadow-pop print:hidden">
      <output>{state instanceof Error ? state.message : help}</output>
      <Button size="s" onClick={onEnd}>
        {t('engine.map.cancelDrawing')}
      </Button>
    </div>
  );
}
