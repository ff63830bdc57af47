/** The file of an export, made in a thread piece by piece. */
import type { Thread } from '../core/thread.ts';
import type { Translate } from '../core/texts.ts';
import type { closeSheet, Format, openSheet, SheetStart, writeCells, writeRows } from './sheet.ts';

export const SHEET = new URL('./sheet.ts', import.meta.url);

const MEDIA: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** What a system of files keeps for itself. */
// oxlint-disable-next-line no-control-regex
const NOT_IN_NAMES = /[\\/:*?"<>|\x00-\x1f]/g;

/** Name and media type of the file. */
export function fileHead(format: Format, title: string | undefined, translate: Translate) {
  const name = `${title?.replace(NOT_IN_NAMES, '_') ?? translate('server.export.name')}.${format}`;
  return { name, mediaType: MEDIA[format] };
}

/** Rows as the list gives them, or cells that were made before (`packRows`). */
export type SheetPiece = { rows: readonly unknown[] } | { cells: string };

/** The bytes of the file, as the pieces come. */
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

/** A stream takes no empty piece for one that has nothing yet. */
function* some({ buffer, byteOffset, byteLength }: Uint8Array): Iterable<Buffer> {
  if (byteLength > 0) yield Buffer.from(buffer, byteOffset, byteLength);
}
