/**
 * The variants in which each screen is rendered: every language, theme and width. `LOOKS=ru-light,en-dark-390` selects
 * only these.
 */
import { LANGUAGES, type Language } from '../e2e/texts.ts';

export interface Look {
  language: Language;
  dark: boolean;
  /** Pixels. */
  width: number;
}

const WIDTHS = [1440, 390];

/** `ru-dark-390`. */
export const nameOf = ({ language, dark, width }: Look): string =>
  `${language}-${dark ? 'dark' : 'light'}-${width}`;

export const looks = (asked = process.env['LOOKS']): Look[] =>
  LANGUAGES.flatMap((language) =>
    [false, true].flatMap((dark) => WIDTHS.map((width) => ({ language, dark, width }))),
  ).filter((look) => !asked || asked.split(',').some((one) => nameOf(look).startsWith(one)));
