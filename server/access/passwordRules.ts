/** Password rules: refuses short passwords and the most common ones. */
import { readFileSync } from 'node:fs';
import { invalid } from '../core/problems.ts';

const SHORTEST = 8;
const LONGEST = 200;

let common: ReadonlySet<string> | undefined;

/** Reads `commonPasswords.txt` beside this file, one password a line, at first use. */
function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(
    readFileSync(new URL('./commonPasswords.txt', import.meta.url), 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  );
  return common;
}

/** Strips what is appended to satisfy a rule, and replaces digits and signs by the letters they represent. */
function plain(password: string): string {
  return password
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+$/u, '')
    .replace(/[@4]/g, 'a')
    .replace(/[$5]/g, 's')
    .replaceAll('0', 'o')
    .replaceAll('3', 'e');
}

/** Returns what is wrong with a password, as the end of a sentence; undefined when it is accepted. */
export function passwordFault(password: string, login: string): string | undefined {
  const lower = password.normalize('NFKC').toLowerCase();
  if ([...lower].length < SHORTEST) return `must have at least ${SHORTEST} characters`;
  if ([...lower].length > LONGEST) return `must have at most ${LONGEST} characters`;
  const words = commonPasswords();
  const tooPlain = new Set(lower).size < 4 || lower.includes(login.toLowerCase());
  if (tooPlain || words.has(lower) || words.has(plain(password))) return 'is one that is guessed at once';
  return undefined;
}

/** Throws a validation error of the field for a password that is too short, too long or easily guessed. */
export function requirePassword(password: string, login: string, field: string): void {
  if (!passwordFault(password, login)) return;
  const length = [...password.normalize('NFKC')].length;
  const errors = [
    ...(length < SHORTEST ? [{ code: 'minLength', values: { limit: SHORTEST } }] : []),
    ...(length > LONGEST ? [{ code: 'maxLength', values: { limit: LONGEST } }] : []),
  ];
  const [error = { code: 'passwordGuessed' }] = errors;
  throw invalid({ field, message: `validation.${error.code}`, ...error });
}
