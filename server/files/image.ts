/** Decodes and re-encodes images: the result has only pixels, upright, without EXIF, location and hidden parts. */
import { stat } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { Problem } from '../core/problems.ts';
import { KINDS, type FileKind } from './kinds.ts';
import { MAX_PIXELS } from './settings.ts';
import { spoolPath, type Spooled } from './spool.ts';
import { rm } from 'node:fs/promises';

// One image is decoded at a time, on one core, and none is cached: memory stays bounded.
sharp.cache(false);
sharp.concurrency(1);
let queue: Promise<unknown> = Promise.resolve();

/** Runs after all earlier images are done. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = queue.then(work);
  queue = result.catch(() => undefined);
  return result;
}

export interface CleanImage extends Spooled {
  width: number;
  height: number;
}

/** Sizes of thumbnails: length of the longer side in pixels. */
export const THUMBNAILS = { small: 96, medium: 320, large: 1280 } as const;
export type ThumbnailSize = keyof typeof THUMBNAILS;

function opened(input: string | Buffer): Sharp {
  return sharp(input, { animated: true, limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({
    seconds: 30,
  });
}

/** Writes a cleaned copy to the disk. Throws for images that cannot be decoded or are larger than `MAX_PIXELS`. */
export function cleanImage(path: string, kind: FileKind): Promise<CleanImage> {
  return inTurn(async () => {
    const target = await spoolPath();
    try {
      const {
        width = 0,
        height = 0,
        format,
      } = await sharp(path, { limitInputPixels: false, animated: true }).metadata().catch(refuse);
      if (width * height > MAX_PIXELS) throw new Problem(400, 'fileBomb');
      if (`image/${format}` !== kind.mediaType) throw new Problem(415, 'fileKind');
      const info = await encoded(opened(path).autoOrient(), kind).toFile(target).catch(refuse);
      const { size } = await stat(target);
      const remove = () => rm(target, { force: true });
      // An animated image is decoded as a strip of its frames.
      return { path: target, size, width: info.width, height: info.pageHeight ?? info.height, remove };
    } catch (error) {
      await rm(target, { force: true });
      throw error;
    }
  });
}

function refuse(error: unknown): never {
  if (error instanceof Problem) throw error;
  throw new Problem(400, /pixel limit/i.test(String(error)) ? 'fileBomb' : 'fileDamaged', { cause: error });
}

function encoded(image: Sharp, kind: FileKind): Sharp {
  if (kind === KINDS.png) return image.png();
  if (kind === KINDS.webp) return image.webp({ quality: 90 });
  if (kind === KINDS.gif) return image.gif();
  return image.jpeg({ quality: 90 });
}

/** Returns the stored image rotated clockwise by `rotation` degrees. */
export function turned(bytes: Buffer, kind: FileKind, rotation: number): Promise<Buffer> {
  return inTurn(() => encoded(still(bytes, rotation), kind).toBuffer());
}

/** Returns a rotated WebP whose longer side has at most the pixels of `size`. */
export function thumbnail(bytes: Buffer, size: ThumbnailSize, rotation: number): Promise<Buffer> {
  const side = THUMBNAILS[size];
  return inTurn(() =>
    still(bytes, rotation)
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer(),
  );
}

/** Returns the first frame, rotated. */
function still(bytes: Buffer, rotation: number): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate(rotation)
    .timeout({ seconds: 30 });
}
