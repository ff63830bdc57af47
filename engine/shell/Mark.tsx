/** The logo of the engine's products: a path between two points, in the accent of the instance. */
export const MARK =
  'M12 9.5h6.5a3.25 3.25 0 0 1 0 6.5h-5a3.25 3.25 0 0 0 0 6.5H20M9.5 7a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z' +
  'M22.5 20a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z';

/** Dark on every accent: bright accents have too little contrast with white. */
export const MARK_INK = '#0b0f14';

export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path d={MARK} stroke={MARK_INK} strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
