/** Shows rows that arrive through the live channel as toasts, on any page (`notices` of screens/app.json). */
import { useEffect } from 'react';
import { useEngine, type Engine } from '../data/engine.ts';
import { holdsAny } from '../access/can.ts';
import type { CompiledNotices } from '../language/compiled.ts';
import { valueAt } from '../language/evaluate.ts';
import { useProduct } from './facts.ts';
import { useReader } from './reader.ts';

/** Number of newest rows that are read; users who missed more find them in the list. */
const LOOKED_AT = 10;

export function Notices(): null {
  const engine = useEngine();
  const { notices } = useProduct().app;
  const reader = useReader();
  useEffect(() => {
    if (!notices || !reader || !holdsAny(notices.operation.permissions, engine.session.get())) return;
    return follow(engine, notices);
  }, [engine, notices, reader]);
  return null;
}

function follow(engine: Engine, notices: CompiledNotices): () => void {
  const key = notices.operation.key ?? ['id'];
  const known = new Set<string>();
  const readFresh = async () => {
    const options = { page: 0, count: LOOKED_AT, fresh: true };
    const { list } = await engine.api.read<{ list: unknown[] }>(notices.operation, {}, options);
    const fresh = list.filter((row) => !known.has(nameOf(row, key)));
    for (const row of fresh) known.add(nameOf(row, key));
    return fresh.reverse();
  };
  let ended = false;
  // One request after the other: two simultaneous ones would show a row twice.
  let reading: Promise<void> = Promise.resolve();
  const request = (show: boolean) => {
    reading = reading
      .then(async () => {
        const rows = ended ? [] : await readFresh();
        if (show && !ended) for (const row of rows) showNotice(engine, notices, row);
      })
      .catch(() => undefined);
  };
  request(false);
  const listener = { item: () => request(true), reset: () => request(false) };
  const stop = engine.live.subscribe(notices.broadcast, '*', listener);
  return () => {
    ended = true;
    stop();
  };
}

const nameOf = (row: unknown, key: readonly string[]) =>
  key.map((path) => String(valueAt(row, path.split('.')))).join(' ');

function showNotice(engine: Engine, { text, kind, kinds }: CompiledNotices, row: unknown): void {
  const value = String(valueAt(row, kind));
  engine.toasts.show({ type: kinds[value] ?? 'info', text: String(valueAt(row, text) ?? '') });
}
