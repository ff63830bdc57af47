/** What an audit is, and how it stores its steps while it runs: .data/audit/NAME.json, by commit. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';

/** A line of docs/quality.md. */
export interface Row {
  what: string;
  /** The target figure. */
  goal: string;
  reached: string;
  /** Undefined: passed, but with fewer cases than the target requires. */
  ok: boolean | undefined;
}

/** Does a piece of the work once per commit; its return value is stored as JSON. */
export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Each file of tests/audit/audits exports one as default. Twenty minutes at most; longer audits are split into several.
 */
export type Audit = (step: Step) => Promise<Row[]>;

/** What is stored of an audit. */
export interface Kept {
  commit: string;
  /** Of all its steps. */
  seconds: number;
  /** The highest load of the machine at the start of a step. */
  load: number;
  steps: Record<string, unknown>;
  /** Absent until the audit is complete. */
  rows?: Row[];
}

const FOLDER = '.data/audit';
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** Returns the audited commit; a changed tree counts as a separate commit, which is never found again. */
export function commitOf(): string {
  const changed = git('status', '--porcelain', '--', ':!docs/quality.md', ':!docs/quality.json');
  return changed
    ? `${git('rev-parse', 'HEAD')} and changes of ${new Date().toISOString()}`
    : git('rev-parse', 'HEAD');
}

export function readKept(name: string): Kept | undefined {
  const path = join(FOLDER, `${name}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Kept) : undefined;
}

/** Runs an audit, or continues it where it stopped at this commit. */
export async function runAudit(name: string, audit: Audit, commit: string): Promise<Kept> {
  const before = readKept(name);
  const kept: Kept = before?.commit === commit ? before : { commit, seconds: 0, load: 0, steps: {} };
  if (kept.rows) return kept;
  const save = () => {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(kept, null, 2)}\n`);
  };
  const step: Step = async (title, work) => {
    if (!(title in kept.steps)) {
      console.log(`\n── ${name}: ${title}`);
      const started = Date.now();
      kept.load = Math.max(kept.load, loadavg()[0]!);
      kept.steps[title] = await work();
      kept.seconds += (Date.now() - started) / 1000;
      save();
    }
    return kept.steps[title] as Awaited<ReturnType<typeof work>>;
  };
  kept.rows = await audit(step);
  save();
  return kept;
}
