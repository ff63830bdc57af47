/** Names of files of reports (V-055). */

/** What systems of files keep for themselves, and control characters. */
// oxlint-disable-next-line no-control-regex
const REFUSED = /[\\/:*?"<>|\x00-\x1f\x7f]/;
const ALL_REFUSED = new RegExp(REFUSED.source, 'g');
const MARK = /\{\{\s*(\w+)\s*\}\}/g;
const LONGEST = 150;

/** What is wrong with the name of a file, in which `{{parameter}}` stands for a value; undefined: nothing. */
export function fileNameFault(
  text: string,
  known: ReadonlySet<string>,
): { message: string; values?: Record<string, string> } | undefined {
  const unknown = [...text.matchAll(MARK)].find(([, name]) => !known.has(name!));
  if (unknown) return { message: 'server.report.unknownMark', values: { name: unknown[1]! } };
  const [sign] = REFUSED.exec(text.replace(MARK, '')) ?? [];
  return sign === undefined ? undefined : { message: 'server.report.fileName', values: { sign } };
}

/** The name of a file: values in place of marks, without what no system of files takes. */
export function fileNameOf(text: string, marks: Record<string, string>): string {
  const filled = text.replace(MARK, (_mark, name: string) => marks[name] ?? '');
  const clean = filled
    .replace(ALL_REFUSED, '_')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|\.+$/g, '');
  return clean.slice(0, LONGEST).trim() || 'report';
}
