/** Images are decoded and written anew: what comes out is pixels, upright, without EXIF, place and hidden parts. */
import { stat } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { Problem } from '../core/problems.ts';
import { KINDS, type FileKind } from './kinds.ts';
import { MAX_PIXELS } from './settings.ts';
import { spoolPath, type Spooled } from './spool.ts';
import { rm } from 'node:fs/promises';

// One picture is decoded at a time, on one core, and none is kept: memory stays bounded.
sharp.cache(false);
sharp.concurrency(1);
let queue: Promise<unknown> = Promise.resolve();

/** Runs after all earlier pictures are done. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = queue.then(work);
  queue = result.catch(() => undefined);
  return result;
}

export interface CleanImage extends Spooled {
  width: number;
  height: number;
}

/** Sizes of thumbnails: the longer side in pixels. */
export const THUMBNAILS = { small: 96, medium: 320, large: 1280 } as const;
export type ThumbnailSize = keyof typeof THUMBNAILS;

function opened(input: string | Buffer): Sharp {
  return sharp(input, { animated: true, limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({
    seconds: 30,
  });
}

/** A cleaned copy on the disk. Throws for what cannot be decoded or is larger than `MAX_PIXELS`. */
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
      // A moving picture is a strip of its frames.
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

/** The stored image turned by `rotation` degrees, clockwise. */
export function turned(bytes: Buffer, kind: FileKind, rotation: number): Promise<Buffer> {
  return inTurn(() => encoded(still(bytes, rotation), kind).toBuffer());
}

/** A WebP whose longer side is at most the pixels of `size`, turned. */
export function thumbnail(bytes: Buffer, size: ThumbnailSize, rotation: number): Promise<Buffer> {
  const side = THUMBNAILS[size];
  return inTurn(() =>
    still(bytes, rotation)
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer(),
  );
}

/** The first frame, turned. */
function still(bytes: Buffer, rotation: number): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate(rotation)
    .timeout({ seconds: 30 });
}
