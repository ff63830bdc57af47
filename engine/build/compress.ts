/** A Vite plugin that writes next to each file of the build its compressed forms: brotli at best quality, and gzip. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fonts and pictures are compressed already. */
const TEXT = /^(?!tools\/).*\.(js|css|svg|json)$/;
/** The server does not compress smaller files at run time either. */
const SMALLEST = 1024;
/** Larger files use a lower quality: at the best, the editor of the workshop alone would take half a minute. */
const LARGE = 1024 * 1024;
const [BEST, QUICK] = [11, 9];

const br = promisify(brotliCompress);
const gz = promisify(gzip);

export function compressPlugin(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    async writeBundle({ dir = 'dist' }, bundle) {
      const files = Object.values(bundle).flatMap((file) => {
        const body = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        return TEXT.test(file.fileName) && body.length >= SMALLEST ? [{ name: file.fileName, body }] : [];
      });
      await Promise.all(
        files.map(async ({ name, body }) => {
          const path = join(dir, name);
          writeFileSync(
            `${path}.br`,
            await br(body, {
              params: {
                [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
                [constants.BROTLI_PARAM_QUALITY]: body.length < LARGE ? BEST : QUICK,
              },
            }),
          );
          writeFileSync(`${path}.gz`, await gz(body, { level: 9 }));
        }),
      );
    },
  };
}
