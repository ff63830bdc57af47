/** The file of an export, created in a thread piece by piece. */
import type { Thread } from '../core/thread.ts';
import type { Translate } from '../core/texts.ts';
import type { closeSheet, Format, openSheet, SheetStart, writeCells, writeRows } from './sheet.ts';

export const SHEET = new URL('./sheet.ts', import.meta.url);

const MEDIA: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Characters that file systems reserve. */
// oxlint-disable-next-line no-control-regex
const NOT_IN_NAMES = /[\\/:*?"<>|\x00-\x1f]/g;

/** Returns name and media type of the file. */
export function fileHead(format: Format, title: string | undefined, translate: Translate) {
  const name = `${title?.replace(NOT_IN_NAMES, '_') ?? translate('server.export.name')}.${format}`;
  return { name, mediaType: MEDIA[format] };
}

/** Rows as the list returns them, or cells packed earlier (`packRows`). */
export type SheetPiece = { rows: readonly unknown[] } | { cells: string };

/** Yields the bytes of the file as the pieces arrive. */
export async function* fileBytes(
  thread: Thread,
  start: SheetStart,
  pieces: AsyncIterable<SheetPiece>,
): AsyncGenerator<Buffer> {
  await thread.call<typeof openSheet>(SHEET, 'openSheet', start);
  for await (const piece of pieces) {
    yield* some(
      'rows' in piece
        ? await thread.call<typeof writeRows>(SHEET, 'writeRows', piece.rows)
        : await thread.call<typeof writeCells>(SHEET, 'writeCells', piece.cells),
    );
  }
  yield* some(await thread.call<() => ReturnType<typeof closeSheet>>(SHEET, 'closeSheet', undefined));
}

/** Skips empty pieces: a stream would take one as the sign that no data is ready. */
function* some({ buffer, byteOffset, byteLength }: Uint8Array): Iterable<Buffer> {
  if (byteLength > 0) yield Buffer.from(buffer, byteOffset, byteLength);
}
