/** The colours of the palette (screens §9: 37), and their names. */
import type { I18n } from '../../../../data/i18n.ts';

/** The colour of a field without a value. */
export const EMPTY_COLOUR = '#808080';

/** Each hue in three shades; the names are ends of text keys (`engine.colour.…`). */
const SHADES = ['light', 'plain', 'dark'] as const;
const HUES = {
  red: ['#e57373', '#f44336', '#c62828'],
  orange: ['#ffb74d', '#ff9800', '#ef6c00'],
  yellow: ['#fff176', '#ffeb3b', '#f9a825'],
  lime: ['#dce775', '#cddc39', '#9e9d24'],
  green: ['#81c784', '#4caf50', '#2e7d32'],
  emerald: ['#4db6ac', '#009688', '#00695c'],
  turquoise: ['#4dd0e1', '#00bcd4', '#00838f'],
  sky: ['#64b5f6', '#2196f3', '#1565c0'],
  blue: ['#7986cb', '#3f51b5', '#283593'],
  violet: ['#ba68c8', '#9c27b0', '#6a1b9a'],
  pink: ['#f06292', '#e91e63', '#ad1457'],
  brown: ['#a1887f', '#795548', '#4e342e'],
} as const;

interface Shade {
  value: string;
  hue: string;
  shade: (typeof SHADES)[number];
}

/** Colours per row: a row is a shade. */
export const COLUMNS = Object.keys(HUES).length;

/** All colours, row by row, with grey at the end. */
export const PALETTE: readonly Shade[] = [
  ...SHADES.flatMap((shade, i) =>
    Object.entries(HUES).map(([hue, values]) => ({ value: values[i]!, hue, shade })),
  ),
  { value: EMPTY_COLOUR, hue: 'grey', shade: 'plain' },
];

/** The value as `#rrggbb`: its first seven characters, or the empty colour. */
export function colourOf(value: unknown): string {
  const text = typeof value === 'string' ? value.slice(0, 7) : '';
  return /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : EMPTY_COLOUR;
}

/** The name of the colour in the user's language; for one that is not in the palette its value. */
export function nameOf(i18n: I18n, colour: string): string {
  const known = PALETTE.find(({ value }) => value === colour);
  if (!known) return colour;
  const hue = i18n.t(`engine.colour.${known.hue}`);
  return known.shade === 'plain' ? hue : i18n.t(`engine.colour.${known.shade}`, { colour: hue });
}

/** The index after a key is pressed; undefined for keys without an effect. */
export function placeAfter(key: string, at: number): number | undefined {
  const last = PALETTE.length - 1;
  const to = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - COLUMNS,
    // The last row has grey only.
    ArrowDown: at < last ? Math.min(last, at + COLUMNS) : last + 1,
    Home: 0,
    End: last,
  }[key];
  return to === undefined ? undefined : to < 0 || to > last ? at : to;
}
