/** Settings of the file store. */
export interface FileSettings {
  /** Most bytes of one file. */
  maxBytes: number;
  /** Most bytes of all files of an instance; thumbnails do not count. */
  quotaBytes: number;
  /** Folder for the content; when not given, it is stored in the database. */
  folder: string | undefined;
}

export const MEGABYTE = 1024 * 1024;

export const DEFAULT_FILE_SETTINGS: FileSettings = {
  maxBytes: 100 * MEGABYTE,
  quotaBytes: 10 * 1024 * MEGABYTE,
  folder: undefined,
};

/** Most pixels of an image, all frames of an animation together; enough for a camera of 50 megapixels. */
export const MAX_PIXELS = 52_000_000;
/** Hours until an unclaimed file is deleted. */
export const UNCLAIMED_HOURS = 24;
/** Most unclaimed files of one account. */
export const UNCLAIMED_FILES = 300;

/**
 * Returns the most bytes of unclaimed files of one account: a tenth of the instance's quota or one file of the largest
 * size, if more, but at most a quarter of the quota.
 */
export const unclaimedBytes = ({ quotaBytes, maxBytes }: FileSettings): number =>
  Math.min(quotaBytes / 4, Math.max(quotaBytes / 10, maxBytes));
