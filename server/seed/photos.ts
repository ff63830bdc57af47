/** A photo of each vehicle: a drawing in place of a camera picture. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { dayFrom, type Ground } from './ground.ts';
import { Inserter } from './insert.ts';

const SIZE = { width: 960, height: 640 };
const PAINTS = ['#e07b39', '#2f7d5b', '#3a6ea5', '#8a8f98'];

function drawing(paint: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 640">
    <rect width="960" height="420" fill="#cfe0ee"/><rect y="420" width="960" height="220" fill="#6b7078"/>
    <rect y="505" width="960" height="8" fill="#d8dade"/>
    <rect x="150" y="190" width="440" height="250" rx="26" fill="${paint}"/>
    <rect x="600" y="240" width="190" height="200" rx="22" fill="#f2f3f5"/>
    <rect x="660" y="265" width="110" height="80" rx="8" fill="#34506b"/>
    <rect x="140" y="430" width="660" height="28" fill="#2b2f36"/>
    <g fill="#1d2026"><circle cx="250" cy="470" r="56"/><circle cx="390" cy="470" r="56"/><circle cx="700" cy="470" r="56"/></g>
    <g fill="#9aa0a8"><circle cx="250" cy="470" r="22"/><circle cx="390" cy="470" r="22"/><circle cx="700" cy="470" r="22"/></g>
  </svg>`);
}

/** Binary values as text: rows of a seed are sent as JSON. */
interface Picture {
  size: number;
  bytes: string;
  sha256: string;
}

const bytea = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;

let drawn: Promise<Picture[]> | undefined;

/** Renders the pictures once, however many instances are seeded. */
function pictures(): Promise<Picture[]> {
  drawn ??= Promise.all(
    PAINTS.map(async (paint) => {
      const bytes = await sharp(drawing(paint)).jpeg({ quality: 70 }).toBuffer();
      const sha256 = bytea(createHash('sha256').update(bytes).digest());
      return { size: bytes.length, bytes: bytea(bytes), sha256 };
    }),
  );
  return drawn;
}

export async function photosOf(ground: Ground, vehicles: readonly { id: string }[]): Promise<void> {
  const { trx, today, random } = ground;
  const all = await pictures();
  const files = new Inserter(trx, 'files');
  const variants = new Inserter(trx, 'file_variants');
  const chunks = new Inserter(trx, 'file_chunks');
  const photos = new Inserter(trx, 'vehicle_photos');
  for (const [i, { id: vehicle_id }] of vehicles.entries()) {
    const { size, bytes, sha256 } = all[i % all.length]!;
    const date = dayFrom(today, -random.int(1, 200));
    const file = { ...ground.row(), date };
    const photo = ground.row();
    const part = { file_id: file.id, instance_id: ground.instanceId, variant: 'original' };
    await files.add({
      ...file,
      uploader_id: null,
      entity: 'vehiclePhoto',
      field: 'file',
      entity_id: photo.id,
      claim_time: file.change_time,
      name: `ТС-${i + 1}.jpg`,
      media_type: 'image/jpeg',
      size,
      sha256,
      ...SIZE,
      folder: false,
    });
    await variants.add({ ...part, media_type: 'image/jpeg', size, sha256 });
    await chunks.add({ ...part, position: 0, bytes });
    await photos.add({ ...photo, vehicle_id, photo_type: 'SIDE', photo_date: date, file_id: file.id });
  }
  for (const table of [files, variants, chunks, photos]) await table.flush();
}
