/** Builds the benchmark's product as any product is built, and the hand-written pages. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { compressPlugin } from '../../engine/build/compress.ts';
import { writeProduct } from './product.ts';

const FOLDER = '.data/bench/product';

/** Builds and returns the output folder. */
export function buildScenes(): string {
  writeProduct(FOLDER);
  const args = ['.ci/build.mjs', '--quiet', '--project', FOLDER];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error('The product of the benchmark could not be built');
  return join(FOLDER, 'dist');
}

export async function buildByHand(dist: string): Promise<void> {
  const root = join(import.meta.dirname, 'limit');
  await build({
    logLevel: 'error',
    configFile: false,
    root,
    base: '/limit/',
    plugins: [react(), compressPlugin()],
    build: {
      outDir: join(process.cwd(), dist, 'limit'),
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { input: ['L1', 'L2', 'F'].map((name) => join(root, `${name}.html`)) },
    },
  });
}
