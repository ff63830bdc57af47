/** File names of reports (V-055). */

/** Characters that file systems reserve, and control characters. */
// oxlint-disable-next-line no-control-regex
const REFUSED = /[\\/:*?"<>|\x00-\x1f\x7f]/;
const ALL_REFUSED = new RegExp(REFUSED.source, 'g');
const MARK = /\{\{\s*(\w+)\s*\}\}/g;
const LONGEST = 150;

/** Returns the error in a file name, in which `{{parameter}}` is replaced by a value; undefined when it is valid. */
export function fileNameFault(
  text: string,
  known: ReadonlySet<string>,
): { message: string; values?: Record<string, string> } | undefined {
  const unknown = [...text.matchAll(MARK)].find(([, name]) => !known.has(name!));
  if (unknown) return { message: 'server.report.unknownMark', values: { name: unknown[1]! } };
  const [sign] = REFUSED.exec(text.replace(MARK, '')) ?? [];
  return sign === undefined ? undefined : { message: 'server.report.fileName', values: { sign } };
}

/** Returns the file name with values in place of marks, without characters that some file system rejects. */
export function fileNameOf(text: string, marks: Record<string, string>): string {
  const filled = text.replace(MARK, (_mark, name: string) => marks[name] ?? '');
  const clean = filled
    .replace(ALL_REFUSED, '_')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|\.+$/g, '');
  return clean.slice(0, LONGEST).trim() || 'report';
}
