import { memo } from 'react';
import { cx } from './cx.ts';
import { ICON_PATHS, type IconName } from './icons/paths.ts';

/** Dots have no length, so their strokes are thicker. */
const DOTTED = new Set<string>(['more', 'dots-vertical', 'drag']);

interface Props {
  name: IconName | (string & {});
  size?: 16 | 20 | 24 | 32 | 40;
  className?: string;
}

/** A small line icon in the colour of the surrounding text. It is decorative: the text next to it names it. */
export const Icon = memo(({ name, size = 20, className }: Props) => {
  const path = ICON_PATHS[name as IconName];
  if (!path) return null;
  return (
    <svg
      className={cx('shrink-0', className)}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={DOTTED.has(name) ? 2 : size > 24 ? 1.1 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
});
