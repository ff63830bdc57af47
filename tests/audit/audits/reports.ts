/** Reports of a million rows in constant memory, and the server killed 50 times while it makes report files. */
import type { Audit, Row } from '../audit.ts';
import { killReports, type Killed } from '../reports/killed.ts';
import { makeLarge } from '../reports/large.ts';

const MOST_GROWTH = 64;
const KILLS = 50;
const KILLS_A_STEP = 25;
const MEGABYTE = 1024 * 1024;

const audit: Audit = async (step) => {
  const rows: Row[] = [];
  for (const format of ['XLSX', 'CSV'] as const) {
    const { few, many, seconds, whole } = await step(format, () => makeLarge(format));
    const growth = Math.round((many - few) / MEGABYTE);
    const [from, to] = [few, many].map((bytes) => Math.round(bytes / MEGABYTE));
    rows.push({
      what: `Report of 1,000,000 rows of five columns as ${format}`,
      goal: `the server’s resident memory grows by ≤ ${MOST_GROWTH} MB between 200,000 and 1,000,000 rows; every row is read back`,
      reached: `${growth} MB (${from} → ${to} MB at most), ${Math.round(seconds)} s, ${whole ? 'every row read back' : 'rows are missing'}`,
      ok: growth <= MOST_GROWTH && whole,
    });
  }
  const parts: Killed[] = [];
  for (let from = 1; from <= KILLS; from += KILLS_A_STEP)
    parts.push(await step(`kills ${from}–${from + KILLS_A_STEP - 1}`, () => killReports(KILLS_A_STEP)));
  rows.push(rowOf(parts));
  return rows;
};
export default audit;

function rowOf(parts: readonly Killed[]): Row {
  const sum = (figure: keyof Killed) => parts.reduce((total, part) => total + part[figure], 0);
  return {
    what: `Server killed ${sum('kills')} times while it made files of reports`,
    goal: 'each request ends done, canceled or error; a file that is done is whole',
    reached:
      `${sum('requests')} requests: ${sum('done')} done, ${sum('canceled')} canceled, ${sum('failed')} error, ` +
      `${sum('stuck')} stuck; ${sum('broken')} files not whole`,
    ok: sum('stuck') + sum('broken') === 0,
  };
}
