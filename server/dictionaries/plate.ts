/** Plates bear only letters that the Latin and Cyrillic alphabets share; either is accepted when typed. */
const LATIN = 'ABEKMHOPCTYX';
const CYRILLIC = 'АВЕКМНОРСТУХ';

/** A plate as it is kept: Cyrillic capitals without spaces. */
export function plateOf(text: string): string {
  return text
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[A-Z]/g, (letter) => CYRILLIC[LATIN.indexOf(letter)] ?? letter);
}
