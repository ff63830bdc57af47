/** One row: its spans as shapes along the axis; the arrow keys or the pointer select a span to describe. */
import { useMemo, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { cx } from '../../engine/index.ts';
import { spanAt, type Day, type Line, type Span, type TimelineOptions } from './spans.ts';
import { FILLS } from './fills.ts';

interface Props {
  day: Day;
  line: Line;
  kinds: TimelineOptions['kinds'];
  marked: boolean;
  describe(span: Span): string;
  /** Reports the span to describe in the sentence above all rows. */
  onLook(span: Span | undefined): void;
  onPress(key: string): void;
}

/** Height of the drawing in its own units; it is stretched to its element. */
const HEIGHT = 100;
const PARTS = { bar: [10, 80], half: [30, 40], line: [46, 8] } as const;

export function Track({ day, line, kinds, marked, describe, onLook, onPress }: Props): ReactNode {
  const [at, setAt] = useState(-1);
  const width = day.end - day.begin;
  const paths = useMemo(() => pathsOf(day, line, kinds), [day, line, kinds]);
  const look = (index: number) => {
    setAt(index);
    onLook(line.spans[index]);
  };
  const underPointer = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return spanAt(line, day.begin + ((event.clientX - box.left) / box.width) * width);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onPress(line.key);
  };
  const span = line.spans[at];
  return (
    <div
      className={cx('relative h-7 rounded outline-accent focus-within:outline-2', marked && 'bg-accent-soft')}
      data-part="timeline-track"
    >
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="absolute inset-0 size-full overflow-visible"
      >
        {paths.map(({ kind, tone, path }) => (
          <path key={kind} d={path} fill={FILLS[tone]} data-kind={kind} />
        ))}
        {span && (
          <rect
            x={span.begin - day.begin}
            width={Math.max(span.end - span.begin, width / 500)}
            y={2}
            height={HEIGHT - 4}
            fill="none"
            stroke="var(--ink)"
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      {/* A range input: its standard keys step through the spans; the pointer selects the one below it. */}
      <input
        type="range"
        min={1}
        max={line.spans.length}
        value={Math.max(at, 0) + 1}
        aria-label={line.label}
        aria-valuetext={describe(span ?? line.spans[0]!)}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={(event) => look(Number(event.target.value) - 1)}
        onKeyDown={press}
        onFocus={() => look(Math.max(at, 0))}
        onBlur={() => look(-1)}
        onPointerMove={(event) => look(underPointer(event))}
        onPointerLeave={() => look(-1)}
        onPointerDown={(event) => {
          event.preventDefault();
          onPress(line.key);
        }}
      />
    </div>
  );
}

/** One path per kind, whatever the number of spans. */
function pathsOf(day: Day, { spans }: Line, kinds: TimelineOptions['kinds']) {
  // Minimum width of a span: a visit of one minute stays visible on an axis of a day.
  const least = (day.end - day.begin) / 700;
  return Object.entries(kinds).flatMap(([kind, { tone, shape = 'bar' }]) => {
    const [top, height] = PARTS[shape];
    const path = spans
      .filter((span) => span.kind === kind)
      .map(
        ({ begin, end }) =>
          `M${begin - day.begin} ${top}h${Math.max(end - begin, least)}v${height}h${-Math.max(end - begin, least)}z`,
      )
      .join('');
    return path ? [{ kind, tone, path }] : [];
  });
}
