/** Legible shades of an accent: a brand colour is chosen for its appearance, not for its contrast. */

type Rgb = [number, number, number];

const parse = (hex: string): Rgb => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)) as Rgb;
const format = (rgb: Rgb): string =>
  `#${rgb.map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`;
const mix = (a: Rgb, b: Rgb, share: number): Rgb => a.map((c, i) => c + (b[i]! - c) * share) as Rgb;

/** Relative luminance (WCAG 2.2). */
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((c) => {
    const v = c / 255;
    return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(parse(a)), luminance(parse(b))].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export interface Accent {
  accent: string;
  /** Text and buttons: contrast of at least 4.5 with the page and with its own ink. */
  strong: string;
  /** Text on `strong`. */
  ink: string;
  /** Background of selected elements. */
  soft: string;
}

/** Computes the shades of an accent for a theme. */
export function accentShades(accent: string, dark: boolean): Accent {
  const base = parse(accent);
  const surface = dark ? '#252b34' : '#eef0f3';
  const towards: Rgb = dark ? [255, 255, 255] : [0, 0, 0];
  const soft = format(mix(base, dark ? [23, 27, 33] : [255, 255, 255], dark ? 0.84 : 0.9));
  let strong = accent;
  for (let share = 0; share <= 1; share += 0.02) {
    strong = format(mix(base, towards, share));
    if (contrast(strong, surface) >= 4.6 && contrast(strong, soft) >= 4.6) break;
  }
  const ink = contrast(strong, '#ffffff') >= 4.5 ? '#ffffff' : '#0b0f14';
  return { accent, strong, ink, soft };
}
