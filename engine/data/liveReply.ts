/** Applies a live message to a loaded reply: changes a row in place, adds a row on top, or requests the reply again. */
import { valueAt } from '../language/evaluate.ts';
import { rowsIn } from './rowsIn.ts';
import type { CompiledLive } from '../language/compiled.ts';
import type { LiveItem } from './liveSocket.ts';

type Row = Record<string, unknown>;

export interface LiveChange {
  /** The reply with the change; the same one when nothing changed in it. */
  reply: unknown;
  /** The reply must be requested again, because the message does not contain enough. */
  reload: boolean;
}

export interface LiveRules {
  mode: CompiledLive['mode'];
  /** Paths that identify a row or record; when empty, the reply is the record that the message is about. */
  key: readonly string[];
  /** A new row belongs on top: the first page is shown in its default order, without filters. */
  fits: boolean;
  /** Rows per page; undefined for all. */
  count?: number;
}

/** Applies a message to a page `{list, size}`, a list or a record. */
export function applyLive(reply: unknown, item: LiveItem, rules: LiveRules): LiveChange {
  if (rules.mode === 'refetch' || !namesKey(item.dto, rules.key)) return { reply, reload: true };
  const list = rowsIn(reply) as Row[] | undefined;
  if (!list)
    return isSame(reply as Row, item.dto, rules.key) ? patched(reply as Row, item) : unchanged(reply);
  if (rules.key.length === 0) return { reply, reload: true };
  const at = list.findIndex((row) => isSame(row, item.dto, rules.key));
  if (at >= 0) {
    const { reply: row, reload } = patched(list[at]!, item);
    if (row === list[at]) return { reply, reload };
    return { reply: withList(reply, list.with(at, row as Row)), reload };
  }
  if (rules.mode === 'patch') return unchanged(reply);
  if (item.reference || !rules.fits) return { reply, reload: true };
  const size = valueAt(reply, ['size']);
  const grown = withList(reply, [item.dto, ...list].slice(0, rules.count));
  return {
    reply: typeof size === 'number' ? { ...(grown as Row), size: size + 1 } : grown,
    reload: holdsBareWord(item.dto),
  };
}

const unchanged = (reply: unknown): LiveChange => ({ reply, reload: false });

function withList(reply: unknown, list: Row[]): unknown {
  return Array.isArray(reply) ? list : { ...(reply as Row), list };
}

const namesKey = (dto: Row, key: readonly string[]) => key.every((path) => part(dto, path) !== undefined);
const isSame = (row: Row, dto: Row, key: readonly string[]) =>
  key.every((path) => String(part(row, path)) === String(part(dto, path)));
const part = (row: Row, path: string) => valueAt(row, path.split('.'));

/** Returns the row updated from the message; unchanged when it is newer than the message. */
function patched(row: Row, { dto, reference }: LiveItem): LiveChange {
  const [has, comes] = [row['version'], dto['version']];
  const versioned = typeof has === 'number' && typeof comes === 'number';
  if (reference) return { reply: row, reload: dto['removed'] === true || !versioned || has < comes };
  if (versioned && has > comes) return unchanged(row);
  const next: Row = { ...row };
  let reload = false;
  for (const [name, value] of Object.entries(dto)) {
    const code = wordOf(value);
    // Messages contain no captions: an unchanged dictionary value keeps its caption, a changed one needs a request.
    if (code !== undefined && code === wordOf(row[name])) continue;
    next[name] = value;
    reload ||= code !== undefined;
  }
  return { reply: next, reload };
}

/** The code of a dictionary value: `{name}` with or without its caption. */
function wordOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('name' in value)) return undefined;
  const rest = Object.keys(value).filter((key) => key !== 'name' && key !== 'caption');
  return rest.length === 0 ? String(value.name) : undefined;
}

const holdsBareWord = (dto: Row) => Object.values(dto).some((value) => wordOf(value) !== undefined);
