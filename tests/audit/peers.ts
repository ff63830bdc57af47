/**
 * `npm run bench:peers -- FOLDER [PEER …]`: runs our scenes as one more peer of a comparison of libraries in another
 * folder, together with its hand-written pages; puts the results into docs/quality.md. The folder has `run.mjs`, which
 * takes `--peer` and `--rounds`, and `peers/NAME/peer.mjs` of each peer.
 */
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { buildScenes } from '../bench/build.ts';
import { median } from '../bench/figures.ts';
import { serveScenes } from '../bench/server.ts';
import { commitOf, type Row } from './audit.ts';
import { run } from './command.ts';
import { writeFigures } from './page.ts';

/** The same as in `tests/bench/peer.mjs`. */
const PORT = 4830;
const ROUNDS = 3;
/** The hand-written pages, which are the reference for all. */
const BY_HAND = 'limit';

/** Per scene: a description of what is measured, and the ratio to reach. */
const SCENES: Record<string, { what: string; figures: Record<string, [words: string, goal: number]> }> = {
  L1: {
    what: 'list of 100 rows a page',
    figures: {
      jsKB: ['script', Infinity],
      firstRow: ['first row', 1.6],
      page: ['next page', 1.4],
      // Includes a pause of 150 ms, which the hand-written page does not have.
      filter: ['filter with its pause', Infinity],
      filterCpu: ['processor of a filter', 1.5],
      heapMB: ['memory', Infinity],
    },
  },
  L2: {
    what: '10,000 rows in the browser',
    figures: {
      mount: ['mount', 1.6],
      sort: ['sort', 1.4],
      scrollCpu: ['processor of a step of scrolling', Infinity],
      heapMB: ['memory', Infinity],
    },
  },
  F1: { what: 'form of 200 fields', figures: formFigures(1, 1.3) },
  F2: { what: 'form of 1,000 fields', figures: formFigures(0.6, 1.2) },
};

function formFigures(mount: number, submit: number): Record<string, [string, number]> {
  return {
    mount: ['mount', mount],
    key50: ['keystroke to its frame', 1],
    keyJs: ['script of a keystroke', 1],
    submit: ['refused submit', submit],
    heapMB: ['memory', Infinity],
  };
}

type Rounds = Record<string, number>[];
type Results = { all: Record<string, Record<string, Rounds>> };

function rowsOf({ all }: Results): Row[] {
  return Object.entries(SCENES).map(([scene, { what, figures }]) => {
    const peers = all[scene]!;
    const of = (peer: string, figure: string) => median(peers[peer]!.map((one) => one[figure]!));
    const ratio = (peer: string, figure: string) => of(peer, figure) / of(BY_HAND, figure);
    const measured = Object.entries(figures);
    const resultOf = (peer: string) =>
      `${peer} ${measured.map(([figure, [words]]) => `${words} ${ratio(peer, figure).toFixed(1)} ×`).join(', ')}`;
    const goals = measured.flatMap(([, [words, goal]]) => (goal < Infinity ? [`${words} ≤ ${goal} ×`] : []));
    return {
      what: `Beside other libraries: ${what}, ratios to the hand-written page`,
      goal: goals.join(', '),
      reached: ['ours', ...Object.keys(peers).filter((peer) => peer !== 'ours' && peer !== BY_HAND)]
        .map(resultOf)
        .join('; '),
      ok: measured.every(([figure, [, goal]]) => ratio('ours', figure) <= goal),
    };
  });
}

const [folder, ...others] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder of the comparison: npm run bench:peers -- FOLDER [PEER …]');
const at = resolve(folder);
const started = Date.now();
const load = loadavg()[0]!;
const served = await serveScenes(buildScenes(), PORT);
mkdirSync(join(at, 'peers/ours'), { recursive: true });
cpSync(join(import.meta.dirname, '../bench/peer.mjs'), join(at, 'peers/ours/peer.mjs'));
const peers = ['ours', ...others].join(',');
const { ok } = await run(['run.mjs', '--peer', peers, '--rounds', String(ROUNDS)], {}, at);
await served.close();
if (!ok) throw new Error('The comparison did not come through');
const rows = rowsOf(JSON.parse(readFileSync(join(at, 'results/partial.json'), 'utf8')) as Results);
const seconds = (Date.now() - started) / 1000;
await writeFigures({ peers: { commit: commitOf(), seconds, load, steps: {}, rows } });
