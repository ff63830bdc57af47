/** Formats text in the style of the project, as `npm run format` does. */
import { readFileSync } from 'node:fs';
import { format, type FormatConfig } from 'oxfmt';

const { ignorePatterns: _, ...STYLE } = JSON.parse(
  readFileSync(new URL('../../.oxfmtrc.json', import.meta.url), 'utf8'),
) as FormatConfig & { ignorePatterns: string[] };

/** @param file its name determines the language */
export async function formatted(file: string, text: string): Promise<string> {
  const { code, errors } = await format(file, text, STYLE);
  if (errors.length > 0) throw new Error(`${file} cannot be formatted: ${errors[0]!.message}`);
  return code;
}
