/** Still pictures of cameras: only the server calls cameras, and each failure is reported with its reason. */
import { createHash } from 'node:crypto';
import type { FileReply } from '../../core/fileReply.ts';
import { Problem } from '../../core/problems.ts';
import { DEMO, demoCamera } from './demoCamera.ts';

const PATIENCE = 4000;
const MOST_BYTES = 4 * 1024 * 1024;
const PICTURES = ['image/jpeg', 'image/png', 'image/webp'];

type Failure = 'cameraGone' | 'cameraRefused' | 'cameraSlow' | 'cameraPicture';

const failed = (code: Failure, name: string, cause?: unknown) =>
  new Problem(503, code, { values: { name }, cause });

/** Returns the current picture of the camera. Throws 503 with the reason: gone, refused, slow, or no picture. */
export async function pictureOf(camera: { name: string; picture_url: string }): Promise<FileReply> {
  const signal = AbortSignal.timeout(PATIENCE);
  const { name, picture_url: url } = camera;
  let bytes: Buffer;
  let mediaType: string;
  try {
    const reply = url.startsWith(DEMO)
      ? await demoCamera(url, signal)
      : await fetch(url, { signal, redirect: 'error' });
    if (reply.status === 404 || reply.status === 410) throw failed('cameraGone', name);
    if (!reply.ok) throw failed('cameraRefused', name);
    mediaType = (reply.headers.get('content-type') ?? '').split(';')[0]!.trim();
    if (!PICTURES.includes(mediaType)) throw failed('cameraPicture', name);
    bytes = await limited(reply, name);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw failed(signal.aborted ? 'cameraSlow' : 'cameraRefused', name, error);
  }
  return {
    name: `${name}.${mediaType.slice('image/'.length)}`,
    mediaType,
    size: bytes.length,
    etag: createHash('sha256').update(bytes).digest('hex'),
    inline: true,
    read: async function* () {
      yield bytes;
    },
  };
}

/** Reads the bytes of a reply; throws above the limit, as for an endless stream. */
async function limited(reply: Response, name: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of reply.body ?? []) {
    size += piece.length;
    if (size > MOST_BYTES) throw failed('cameraPicture', name);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
