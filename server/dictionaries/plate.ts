/** Plates contain only letters that the Latin and Cyrillic alphabets share; either is accepted as input. */
const LATIN = 'ABEKMHOPCTYX';
const CYRILLIC = 'АВЕКМНОРСТУХ';

/** Returns a plate as it is stored: Cyrillic capitals without spaces. */
export function plateOf(text: string): string {
  return text
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[A-Z]/g, (letter) => CYRILLIC[LATIN.indexOf(letter)] ?? letter);
}
