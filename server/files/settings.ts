/** How files are kept. */
export interface FileSettings {
  /** Bytes of one file. */
  maxBytes: number;
  /** Bytes of all files of an instance; thumbnails do not count. */
  quotaBytes: number;
  /** Folder for the bytes; in the database when not given. */
  folder: string | undefined;
}

export const MEGABYTE = 1024 * 1024;

export const DEFAULT_FILE_SETTINGS: FileSettings = {
  maxBytes: 100 * MEGABYTE,
  quotaBytes: 10 * 1024 * MEGABYTE,
  folder: undefined,
};

/** Pixels of an image, all frames of a moving one together; a camera of 50 megapixels is below. */
export const MAX_PIXELS = 52_000_000;
/** Hours until a file that no record claimed is removed. */
export const UNCLAIMED_HOURS = 24;
/** Files of one account that no record has claimed. */
export const UNCLAIMED_FILES = 300;

/** Their bytes: a tenth of the room of the instance, but room for one file, where that is no more than a quarter. */
export const unclaimedBytes = ({ quotaBytes, maxBytes }: FileSettings): number =>
  Math.min(quotaBytes / 4, Math.max(quotaBytes / 10, maxBytes));
