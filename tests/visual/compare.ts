/** Compares two pictures, point by point: both were made on one machine, so there is no tolerance. */
import sharp from 'sharp';

export interface Difference {
  /** Points that differ; points that only one of the pictures has are included. */
  points: number;
  /** Share of all points, 0 to 1. */
  share: number;
  /** PNG: the second picture, pale, with the differences in red. */
  picture: Buffer;
}

const RED = [220, 0, 40];
/** Opacity of the picture below the differences. */
const PALE = 0.25;

/** Undefined where the pictures are the same. */
export async function compare(before: Buffer, after: Buffer): Promise<Difference | undefined> {
  if (before.equals(after)) return undefined;
  const [old, now] = [await sharp(before).metadata(), await sharp(after).metadata()];
  const size = { width: Math.max(old.width, now.width), height: Math.max(old.height, now.height) };
  const [a, b] = [await pointsOf(before, size), await pointsOf(after, size)];
  const out = Buffer.alloc(size.width * size.height * 3);
  let points = 0;
  for (let i = 0, to = 0; i < a.length; i += 4, to += 3) {
    const same = a.readUInt32LE(i) === b.readUInt32LE(i);
    if (!same) points += 1;
    for (let c = 0; c < 3; c++) out[to + c] = same ? 255 - (255 - b[i + c]!) * PALE : RED[c]!;
  }
  if (!points) return undefined;
  const picture = await sharp(out, { raw: { ...size, channels: 3 } })
    .png()
    .toBuffer();
  return { points, share: points / (size.width * size.height), picture };
}

/** Four bytes per point; points beyond the picture are transparent. */
function pointsOf(png: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const box = { width, height, fit: 'contain', position: 'left top', background: '#00000000' } as const;
  return sharp(png)
    .ensureAlpha()
    .resize({ ...box, withoutEnlargement: true })
    .raw()
    .toBuffer();
}
