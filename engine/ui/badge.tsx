import type { ReactNode } from 'react';
import type { Tone } from '../language/compiled.ts';
import { cx } from './cx.ts';

const TONES: Record<Tone, string> = {
  default: 'bg-hover text-ink',
  info: 'bg-info-soft text-info',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  muted: 'bg-raised text-muted ring-1 ring-line ring-inset',
};

/** A short text with its own colour: a status, a kind, a count. */
export function Badge({ tone = 'default', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex max-w-full items-center truncate rounded px-1.5 py-0.5 text-xs font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
