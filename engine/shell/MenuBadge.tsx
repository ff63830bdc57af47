/** The number next to a menu entry. */
import { useEffect, useMemo, useRef } from 'react';
import { useEngine } from '../data/engine.ts';
import { createThrottledReload } from '../data/throttledReload.ts';
import { useOperation } from '../data/useOperation.ts';
import type { CompiledMenuBadge } from '../language/compiled.ts';
import { evaluate, valueAt } from '../language/evaluate.ts';
import { Badge } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';
import { useReader } from './reader.ts';

/** The highest number shown in digits. */
const MOST = 99;

/** `mini`: the entry shows only its icon, and the badge overlaps its corner. */
export function MenuBadge({ badge, mini }: { badge: CompiledMenuBadge; mini: boolean }) {
  const { live } = useEngine();
  const reader = useReader();
  const args = useMemo(
    () => Object.fromEntries(Object.entries(badge.with).map(([name, value]) => [name, evaluate(value, {})])),
    [badge],
  );
  const loaded = useOperation(badge.operation, reader ? args : null);
  const reload = useRef(loaded.reload);
  useEffect(() => {
    reload.current = loaded.reload;
  });
  useEffect(() => {
    if (!reader) return;
    const throttledReload = createThrottledReload(() => void reload.current());
    const listener = { item: () => throttledReload.request(), reset: () => throttledReload.request() };
    const stops = badge.broadcasts.map((broadcast) => live.subscribe(broadcast, '*', listener));
    return () => {
      stops.forEach((stop) => stop());
      throttledReload.stop();
    };
  }, [live, badge, reader]);
  const count = numberAt(loaded.data, badge.path);
  if (count === 0) return null;
  const alert = badge.alert && numberAt(loaded.data, badge.alert) > 0;
  return (
    <span
      data-part="menu-badge"
      className={cx('ml-auto', mini && 'md:absolute md:-top-1 md:right-0 md:scale-75')}
    >
      <Badge tone={alert ? 'danger' : 'info'}>{count > MOST ? `${MOST}+` : count}</Badge>
    </span>
  );
}

function numberAt(reply: unknown, path: readonly string[]): number {
  const value = valueAt(reply, [...path]);
  return typeof value === 'number' ? value : 0;
}
