/** A value that represents a stored file, as shown to the user: name, size, and URL. */
import type { I18n } from './i18n.ts';
import { requestParts } from '../language/request.ts';
import { valueAt } from '../language/evaluate.ts';
import type { CompiledFile, CompiledOperation } from '../language/compiled.ts';

export interface ShownFile {
  key: string;
  name: string;
  /** `1,4 МБ`; empty when the value has no size. */
  size: string;
  image: boolean;
  /** URL of the file. */
  href?: string;
  /** URL of a thumbnail. */
  thumbnail?: string;
}

/** Returns what is shown of each file; a single value is a list of one. `pictureWith`: arguments of the thumbnail. */
export function shownFiles(
  i18n: I18n,
  value: unknown,
  file: CompiledFile,
  operations: Readonly<Record<string, CompiledOperation>>,
  pictureWith = file.thumbnailWith,
): ShownFile[] {
  const list = Array.isArray(value) ? (value as unknown[]) : value ? [value] : [];
  return list.map((one) => {
    const key = String(valueAt(one, [file.property]) ?? '');
    const at = (path: string | undefined) => path && valueAt(one, path.split('.'));
    const image = String(at(file.mediaType) ?? '').startsWith('image/');
    const address = (name: string | undefined, more: Record<string, unknown> = {}) => {
      const operation = name === undefined ? undefined : operations[name];
      return operation && key ? requestParts(operation, { ...more, [file.key]: key }).url : undefined;
    };
    const href = address(file.content);
    const own = Object.entries(file.thumbnailFrom ?? {}).map(([name, path]) => [name, at(path)] as const);
    const small = () => address(file.thumbnail, { ...pictureWith, ...Object.fromEntries(own) });
    const thumbnail = image ? small() : undefined;
    return {
      key,
      name: String(at(file.name) ?? i18n.t('engine.file.unnamed')),
      size: sizeText(i18n, at(file.size)),
      image,
      ...(href ? { href } : {}),
      ...(thumbnail ? { thumbnail } : {}),
    };
  });
}

const UNITS = ['bytes', 'kilobytes', 'megabytes', 'gigabytes'] as const;

/** Formats a number of bytes in the largest unit in which it is at least 1. */
export function sizeText({ t, formatNumber }: I18n, bytes: unknown): string {
  if (typeof bytes !== 'number') return '';
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1024 ** step;
  const digits = step > 0 && size < 10 ? 1 : 0;
  return t(`engine.file.${UNITS[step]}`, { size: formatNumber(Number(size.toFixed(digits))) });
}

/** Whether a file is of an accepted type: `image/*`, `application/pdf`, `.xlsx`. */
export function isAccepted({ name, type }: File, accept: readonly string[] = []): boolean {
  return (
    accept.length === 0 ||
    accept.some((one) =>
      one.startsWith('.')
        ? name.toLowerCase().endsWith(one.toLowerCase())
        : one.endsWith('/*')
          ? type.startsWith(one.slice(0, -1))
          : type === one,
    )
  );
}
