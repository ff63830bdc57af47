/** Colours of the tones in the theme. */
export const FILLS: Record<string, string> = {
  accent: 'var(--accent-strong)',
  info: 'var(--info)',
  success: 'var(--success)',
  warning: 'var(--warning)',
  danger: 'var(--danger)',
  muted: 'var(--muted)',
  line: 'var(--line-strong)',
};
