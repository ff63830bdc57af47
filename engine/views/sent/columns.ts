/** Compiles columns from the server for the table. Loaded with the first table that has some. */
import type { CompiledColumn } from '../../language/compiled.ts';
import { compileTable } from '../../language/table.ts';
import { ANY, listOf } from '../../language/types.ts';
import type { Column, TableView } from '../../../schemas/generated/language.ts';
import { readyFor } from '../actions/ready.ts';
import { compileEach, registered, siteOf, standIn, type Around, type Sent } from './context.ts';

export async function compileColumns(reply: unknown, around: Around): Promise<Sent<CompiledColumn>> {
  const items = Array.isArray(reply) ? (reply as unknown[]) : [];
  const operation = standIn({ reply: listOf(ANY), sort: items.flatMap(sortWord) });
  const faults: string[] = [];
  const sent = compileEach(around, 'columns', items, operation, (ctx, place, item: Column | string) => {
    const { cell, ...rest }: Column = typeof item === 'string' ? { field: item } : item;
    const column = cell !== undefined && registered(around, 'cell', cell, faults) ? { ...rest, cell } : rest;
    const name = column.id ?? column.field ?? column.fields?.[0];
    const columns = [{ label: name ?? '', ...column, id: name ?? JSON.stringify(column) }];
    const view = { type: 'table', source: { operation: operation.id }, columns } as TableView;
    return compileTable(siteOf(ctx, view, place)).columns;
  });
  await readyFor(around.evaluator, sent.items);
  return { ...sent, faults: [...faults, ...sent.faults] };
}

/** The server itself declares its sortable columns. */
function sortWord(item: unknown): string[] {
  const { sort, field } = (item ?? {}) as Column;
  if (typeof sort === 'string') return [sort];
  return sort === true && field ? [field] : [];
}
