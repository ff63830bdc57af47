/** Marks of a template: allowed ones, and unknown ones. */
import type { InstanceCall } from '../../access/handler.ts';
import { namesOf, type ReportDefinition } from '../../reports/definition.ts';
import { openSet } from '../../reports/plan.ts';
import { runNow } from '../../reports/sandbox.ts';
import { PREVIEW_SECONDS } from './reader.ts';

/** Returns the marks allowed in a template, except columns of data sets, which only the database knows. */
export function offeredMarks({
  parameters,
  dataSets,
}: Pick<ReportDefinition, 'parameters' | 'dataSets'>): string[] {
  return [
    '{title}',
    ...parameters.flatMap((one) => [...new Set([one.name, ...namesOf(one)])].map((name) => `{${name}}`)),
    ...dataSets.flatMap(({ name }) => [`{#${name}}`, `{/${name}}`, `{${name}.…}`]),
  ];
}

/** Returns the marks of the template that have no value. */
export async function missingMarks(
  { scope, account }: Pick<InstanceCall, 'scope' | 'account'>,
  definition: ReportDefinition,
): Promise<string[]> {
  const known = new Set(offeredMarks(definition));
  await runNow(scope.db, account, { seconds: PREVIEW_SECONDS }, async (session) => {
    for (const set of definition.dataSets) {
      const open = await openSet(session, set, definition, {});
      for (const { name } of open.columns) known.add(`{${name}}`).add(`{${set.name}.${name}}`);
      await open.close();
    }
  });
  return (definition.marks ?? []).filter((mark) => !known.has(mark));
}
