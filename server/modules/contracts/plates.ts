/** Registration plates as the product keeps them. */

/** Plates bear only letters that the Latin and Cyrillic alphabets share; either is accepted when typed. */
const LATIN = 'ABEKMHOPCTYX';
const CYRILLIC = 'АВЕКМНОРСТУХ';

/** A plate in capital Cyrillic letters, without blanks. */
export function plateOf(text: string): string {
  return text
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[A-Z]/g, (letter) => CYRILLIC[LATIN.indexOf(letter)] ?? letter);
}
