/** Records that Ctrl+K finds: each list of the menu is requested with the typed text, through its own search. */
import { holdsAny } from '../access/can.ts';
import type { Engine } from '../data/engine.ts';
import type { Arguments } from '../language/request.ts';
import { evaluate, valueAt, type Scope } from '../language/evaluate.ts';
import type {
  CompiledAction,
  CompiledColumn,
  CompiledOperation,
  CompiledScreen,
  CompiledTable,
  ScreenEntry,
} from '../language/compiled.ts';
import { callArguments } from '../page/scope.ts';
import { targetOf } from '../views/actions/target.ts';
import { captionsOf, caseFor } from '../views/cells/Content.tsx';
import { shownText } from '../views/cells/shown.ts';
import { readReply } from '../views/table/rows.ts';
import type { Found } from './palette.ts';

/** Number of letters from which on records are searched. */
export const ENOUGH = 2;
/** Most records shown of each list; the list itself has more. */
const EACH = 4;

/** A list whose rows link to their own pages. */
export interface RecordList {
  view: CompiledTable;
  operation: CompiledOperation;
  /** Parameter of the search. */
  search: string;
  title: string;
  icon?: string;
}

/** Returns the list of a screen, if it can be searched and this account may request its rows. */
export function recordListOf(
  engine: Engine,
  screen: CompiledScreen,
  { title, icon }: Pick<RecordList, 'title' | 'icon'>,
): RecordList | undefined {
  const { view, operations } = screen;
  if (view.type !== 'table' || !view.source || view.columnsFrom) return undefined;
  const operation = operations[view.source.operation];
  const search = view.filters.find(({ type }) => type === 'text');
  const leads = view.onRow.some(({ do: action }) => action.type === 'navigate');
  if (!search || operation?.reply !== 'page' || !leads) return undefined;
  if (!holdsAny(operation.permissions, engine.session.get())) return undefined;
  return { view, operation, search: search.paramName, title, ...(icon ? { icon } : {}) };
}

/** Returns the first rows of a list that contain the text, as links; none when the list cannot be requested now. */
export async function findRecords(
  engine: Engine,
  { view, operation, search, title, icon }: RecordList,
  text: string,
  { facts, entries }: { facts: Scope; entries: readonly ScreenEntry[] },
): Promise<Found[]> {
  const fixed: Arguments = { [search]: text };
  for (const { paramName, value } of view.filters) if (value) fixed[paramName] = evaluate(value, facts);
  const args = callArguments(view.source!, operation, { ...facts, filters: fixed }, fixed);
  if (!args) return [];
  const reply = await engine.api.read(operation, args, { page: 0, count: EACH }).catch(() => undefined);
  return readReply(reply).rows.flatMap((row) => {
    const scope = { ...facts, row };
    const action = caseFor(view.onRow, scope);
    const href = action && hrefOf(engine, action, entries, scope);
    if (href === undefined) return [];
    const texts = view.columns.map((column) => wordsOf(engine, column, scope)).filter(Boolean);
    const [label = '', ...others] = texts;
    return [{ href, label, hint: others.slice(0, 2).join(' · '), group: title, ...(icon ? { icon } : {}) }];
  });
}

function hrefOf(
  { addresses, session }: Engine,
  action: CompiledAction,
  entries: readonly ScreenEntry[],
  scope: Scope,
): string | undefined {
  if (action.type !== 'navigate' || !holdsAny(action.access, session.get())) return undefined;
  const entry = entries.find(({ id }) => id === action.screen);
  const { screen, params, query } = targetOf(action, entry, {}, scope);
  try {
    return addresses.hrefTo(screen, params, query);
  } catch {
    // The row lacks a value that the address needs.
    return undefined;
  }
}

/** The text of a column for a row; empty when it needs a dictionary, which is not loaded here. */
function wordsOf({ i18n }: Engine, { content: cases }: CompiledColumn, scope: Scope): string {
  const content = caseFor(cases, scope);
  if (!content || content.dictionary || content.cell === 'flag') return '';
  const values =
    'paths' in content
      ? content.paths.map((path) => valueAt(scope.row, path))
      : [evaluate(content.value, scope)];
  const caption = captionsOf(i18n, content, {});
  return values
    .map((value) => shownText(i18n, value, caption))
    .filter(Boolean)
    .join(' ');
}
