/** Rows of spans along the hours of a day, as a drawing and as a list of sentences. */
import { useCallback, useId, useMemo, useState, type ReactNode } from 'react';
import { Button, EmptyState, useLocale, useNarrow, type WidgetProps } from '../../engine/index.ts';
import { FILLS } from './fills.ts';
import { daysOf, hoursOf, type Day, type Line, type Span, type TimelineOptions } from './spans.ts';
import { Track } from './Track.tsx';

/** Most labelled hours, in wide and narrow layouts. */
const HOURS = { wide: 14, narrow: 5 };
const ZOOMS = [1, 2, 4];

/** Formats without seconds, which are not needed here. */
const minuteOf = (format: (value: Date) => string, moment: number) =>
  format(new Date(moment)).replace(/:\d\d(?=\D*$)/, '');

export function Timeline({ options, inputs, emit }: WidgetProps): ReactNode {
  const settings = options as unknown as TimelineOptions;
  const { t, formatTime, formatDate } = useLocale();
  const [looked, setLooked] = useState<Span>();
  const [listed, setListed] = useState(false);
  const [zoom, setZoom] = useState(0);
  const id = useId();
  const items = inputs.items as readonly unknown[] | undefined;
  const days = useMemo(() => daysOf(items ?? [], settings), [items, settings]);
  const selected = useMemo(
    () => new Set((inputs.selected as unknown[] | undefined) ?? []),
    [inputs.selected],
  );
  const describe = useCallback(
    ({ kind, begin, end, label }: Span) => {
      const known = settings.kinds[kind];
      const time = `${minuteOf(formatTime, begin)}–${minuteOf(formatTime, end)}`;
      return [time, known ? t(known.title) : kind, label].filter(Boolean).join(' · ');
    },
    [settings, t, formatTime],
  );
  const press = useCallback((key: string) => emit('select', { id: key }), [emit]);
  if (days.length === 0) return <EmptyState title={t(settings.empty)} />;
  const used = new Set(
    days.flatMap(({ lines }) => lines.flatMap(({ spans }) => spans.map(({ kind }) => kind))),
  );
  return (
    <section aria-labelledby={id} data-part="timeline" className="rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-3 py-2">
        <h2 id={id} className="font-semibold">
          {t(settings.title)}
        </h2>
        <ul className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
          {Object.entries(settings.kinds).map(
            ([kind, { title, tone, shape }]) =>
              used.has(kind) && (
                <li key={kind} className="flex items-center gap-1.5">
                  <Swatch tone={tone} shape={shape ?? 'bar'} />
                  {t(title)}
                </li>
              ),
          )}
        </ul>
        <div className="ml-auto flex gap-2">
          <Button
            size="s"
            tone="ghost"
            aria-label={t('engine.timeline.scale', { times: ZOOMS[zoom]! })}
            onClick={() => setZoom((zoom + 1) % ZOOMS.length)}
          >
            ×{ZOOMS[zoom]}
          </Button>
          <Button size="s" tone="ghost" aria-expanded={listed} onClick={() => setListed(!listed)}>
            {t(listed ? 'engine.timeline.drawing' : 'engine.timeline.list')}
          </Button>
        </div>
      </header>
      <p className="min-h-9 px-3 py-2 text-sm" data-part="timeline-looked">
        {looked ? describe(looked) : <span className="text-muted">{t('engine.timeline.hint')}</span>}
      </p>
      {days.map((day) => (
        <section key={day.day} className="px-3 pb-3">
          {days.length > 1 && <h3 className="pb-1 font-medium">{formatDate(day.day)}</h3>}
          {listed ? (
            <Sentences day={day} describe={describe} />
          ) : (
            <Chart
              day={day}
              kinds={settings.kinds}
              zoom={ZOOMS[zoom]!}
              selected={selected}
              describe={describe}
              onLook={setLooked}
              onPress={press}
            />
          )}
        </section>
      ))}
    </section>
  );
}

function Swatch({ tone, shape }: { tone: string; shape: 'bar' | 'half' | 'line' }) {
  const height = { bar: 12, half: 6, line: 2 }[shape];
  return <span aria-hidden="true" className="w-3.5" style={{ height, backgroundColor: FILLS[tone] }} />;
}

interface ChartProps {
  day: Day;
  kinds: TimelineOptions['kinds'];
  zoom: number;
  selected: ReadonlySet<unknown>;
  describe(span: Span): string;
  onLook(span: Span | undefined): void;
  onPress(key: string): void;
}

function Chart({ day, kinds, zoom, selected, describe, onLook, onPress }: ChartProps) {
  const { formatTime } = useLocale();
  const narrow = useNarrow();
  const hours = hoursOf(day, (narrow ? HOURS.narrow : HOURS.wide) * zoom);
  const left = (moment: number) => `${((moment - day.begin) / (day.end - day.begin)) * 100}%`;
  return (
    <div className="overflow-x-auto">
      <div className="relative px-5" style={{ width: `${zoom * 100}%` }}>
        <div className="relative mb-1 h-5 text-xs text-muted" aria-hidden="true">
          {hours.map((hour) => (
            <span key={hour} className="absolute -translate-x-1/2" style={{ left: left(hour) }}>
              {minuteOf(formatTime, hour)}
            </span>
          ))}
        </div>
        {day.lines.map((line) => (
          <Row key={line.key} line={line}>
            <div className="relative">
              {hours.map((hour) => (
                <span
                  key={hour}
                  aria-hidden="true"
                  className="absolute inset-y-0 border-l border-line"
                  style={{ left: left(hour) }}
                />
              ))}
              <Track
                day={day}
                line={line}
                kinds={kinds}
                marked={selected.has(line.key)}
                describe={describe}
                onLook={onLook}
                onPress={onPress}
              />
            </div>
          </Row>
        ))}
      </div>
    </div>
  );
}

/** The name is above its row and stays visible while the row is scrolled. */
function Row({ line, children }: { line: Line; children: ReactNode }) {
  return (
    <div className="border-t border-line py-1">
      <p className="sticky left-0 inline-block max-w-full text-sm break-words">{line.label}</p>
      {children}
    </div>
  );
}

function Sentences({ day, describe }: { day: Day; describe(span: Span): string }) {
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3" data-part="timeline-list">
      {day.lines.map(({ key, label, spans }) => (
        <div key={key}>
          <h4 className="font-medium">{label}</h4>
          <ol className="text-sm">
            {spans.map((span, i) => (
              <li key={i}>{describe(span)}</li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  );
}
