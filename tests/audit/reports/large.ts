/** The memory of the server while it makes large files. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Products } from '../../server/product.ts';
import { temporaryFolder, type Client } from '../../server/support.ts';
import { requestNumbers, endedWith, foundIn, readNumbers, writeNumbers, type Format } from './numbers.ts';

export interface Large {
  /** The most resident memory while the file was made, in bytes. */
  few: number;
  many: number;
  /** How long the larger file took, in seconds. */
  seconds: number;
  /** Whether an independent reader found every row of both. */
  whole: boolean;
}

const FEW = 200;
const MANY = 1000;
/** A small heap collects little garbage, and the rows of the larger file would not fit into it. */
const HEAP_MB = 256;
const SAMPLE_MS = 100;

/** Makes files of 200,000 and 1,000,000 rows on a server. Reports are made in threads of its process. */
export async function makeLarge(format: Format): Promise<Large> {
  const { folder, remove } = temporaryFolder();
  const products = new Products();
  try {
    const product = await products.server({
      DATA_DIR: path.join(folder, 'pg'),
      SEED_SCALE: '0.02',
      SEED: 'on',
      NODE_ENV: 'production',
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
    });
    const author = await writeNumbers(product);
    const make = (thousands: number) => made(author, product.child.pid!, format, thousands);
    // Modules are loaded and heaps reach their size; growth after that depends on the rows.
    await make(FEW);
    const few = await make(FEW);
    const many = await make(MANY);
    return { few: few.most, many: many.most, seconds: many.seconds, whole: few.whole && many.whole };
  } finally {
    await products.endAll();
    remove();
  }
}

async function made(author: Client, pid: number, format: Format, thousands: number) {
  const begun = performance.now();
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, residentOf(pid));
  }, SAMPLE_MS);
  try {
    const request = await requestNumbers(author, format, thousands);
    await endedWith(author, request!.id, 'DONE');
    clearInterval(timer);
    const seconds = (performance.now() - begun) / 1000;
    const found = await readNumbers(author, request!.id, format);
    const wanted = foundIn(thousands);
    return { most, seconds, whole: found.rows === wanted.rows && found.sum === wanted.sum };
  } finally {
    clearInterval(timer);
  }
}

/** Returns the resident memory of a process in bytes (Linux). */
function residentOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
