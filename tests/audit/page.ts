/** docs/quality.md, out of what the audits kept. */
import { availableParallelism, cpus, totalmem } from 'node:os';
import { format } from 'prettier';
import { readKept } from './audit.ts';

export function pageOf(names: readonly string[], commit: string): Promise<string> {
  const kept = names.map((name) => ({ name, ...readKept(name) })).filter(({ rows }) => rows);
  const memory = Math.round(totalmem() / 2 ** 30);
  const lines = [
    '# Quality',
    '',
    'Written by `npm run audit`. Times are ratios against hand-written React in the same run; machines differ.',
    '',
    `- ${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ` +
      `${memory} GB, Node ${process.versions.node}`,
    ...kept.map(
      (one) =>
        `- ${one.name}: ${Math.ceil((one.seconds ?? 0) / 60)} min, load ${(one.load ?? 0).toFixed(1)}` +
        `${(one.load ?? 0) > 2 ? ' (**other work ran: times are worse than on an idle machine**)' : ''}` +
        `${one.commit === commit ? '' : `, at commit ${one.commit?.slice(0, 8)}`}`,
    ),
    '',
    '| what | figure to reach | figure reached | |',
    '| --- | --- | --- | --- |',
    ...kept.flatMap(({ rows = [] }) =>
      rows.map(
        ({ what, goal, reached, ok }) =>
          `| ${what} | ${goal} | ${reached} | ${ok === undefined ? '◐' : ok ? '✓' : '✗'} |`,
      ),
    ),
    '',
    '✓ reached, ✗ missed, ◐ held by a test that looks at less than the figure asks for.',
    '',
  ];
  return format(lines.join('\n'), { parser: 'markdown', printWidth: 110 });
}
