/** The accepted kinds of files. All others are refused. */
export interface FileKind {
  mediaType: string;
  /** Matching extensions; the first is appended to a file name that has another. */
  endings: readonly string[];
  image?: true;
  /** The browser itself can display it. */
  inline?: true;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';

export const KINDS = {
  jpeg: { mediaType: 'image/jpeg', endings: ['jpg', 'jpeg'], image: true, inline: true },
  png: { mediaType: 'image/png', endings: ['png'], image: true, inline: true },
  webp: { mediaType: 'image/webp', endings: ['webp'], image: true, inline: true },
  gif: { mediaType: 'image/gif', endings: ['gif'], image: true, inline: true },
  pdf: { mediaType: 'application/pdf', endings: ['pdf'], inline: true },
  xlsx: { mediaType: `${OFFICE}.spreadsheetml.sheet`, endings: ['xlsx'] },
  docx: { mediaType: `${OFFICE}.wordprocessingml.document`, endings: ['docx'] },
  csv: { mediaType: 'text/csv', endings: ['csv'] },
  txt: { mediaType: 'text/plain', endings: ['txt', 'csv', 'log'] },
} as const satisfies Record<string, FileKind>;

/** Returns the kind with this media type. */
export function kindOf(mediaType: string): FileKind | undefined {
  return Object.values<FileKind>(KINDS).find((kind) => kind.mediaType === mediaType);
}

/** Returns the name without path, control and direction characters, with an extension that fits the kind. */
export function safeName(given: string, kind: FileKind): string {
  const base = given.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const clean = base
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const ending = /\.([^.]+)$/.exec(clean)?.[1]?.toLowerCase();
  const fits = ending !== undefined && kind.endings.includes(ending);
  const stem = [...(fits ? clean.slice(0, -ending.length - 1) : clean)].slice(0, 150).join('') || 'file';
  return `${stem}.${fits ? ending : kind.endings[0]}`;
}
