/** The vertices as coordinates, for the keyboard and for exact values. */
import type { ReactNode } from 'react';
import { Button, IconButton, Input, useLocale } from '../../engine/index.ts';
import { readPosition, type Draft } from './draft.ts';
import type { DraftState } from './useDraft.ts';

interface Props {
  state: DraftState;
  locked: boolean;
  describedBy: string | undefined;
}

export function Vertices({ state: { draft, typed, type, commit }, locked, describedBy }: Props): ReactNode {
  const { t } = useLocale();
  const { texts } = draft;
  const isPoint = draft.type === 'Point';
  const shown = isPoint && texts.length === 0 && !locked ? [''] : texts;
  const withText = (i: number, text: string): Draft => ({ ...draft, texts: shown.toSpliced(i, 1, text) });
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm text-muted">{t('engine.geometry.coordinates')}</p>
      <ol className="flex max-h-56 flex-col gap-1.5 overflow-auto p-0.5">
        {shown.map((text, i) => (
          // Vertices have no identity but their index.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={i} className="flex items-center gap-1">
            {!isPoint && <span className="w-6 shrink-0 text-right text-sm text-muted">{i + 1}</span>}
            <Input
              value={text}
              aria-label={t('engine.geometry.vertex', { vertex: i + 1 })}
              aria-describedby={describedBy}
              inputMode="text"
              readOnly={locked}
              invalid={text.trim() !== '' && !readPosition(text)}
              onChange={(event) => type(withText(i, event.target.value))}
              onBlur={() => typed && commit(draft)}
            />
            {!locked && (
              <IconButton
                icon="close"
                size="s"
                label={t('engine.geometry.remove', { vertex: i + 1 })}
                onClick={() => commit({ ...draft, texts: texts.toSpliced(i, 1) })}
              />
            )}
          </li>
        ))}
      </ol>
      {!locked && !isPoint && (
        <Button
          tone="ghost"
          size="s"
          icon="plus"
          className="self-start"
          onClick={() => type({ ...draft, texts: [...texts, ''] })}
        >
          {t('engine.geometry.add')}
        </Button>
      )}
      {draft.holes.length > 0 && <p className="text-sm text-muted">{t('engine.geometry.holes')}</p>}
    </div>
  );
}
