import { Fragment, useLayoutEffect, useRef, type MouseEvent, type PointerEvent } from 'react';
import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import { cx } from './cx.ts';
import { pressDown, useFirstPress } from './firstPress.ts';
import { Icon } from './icon.tsx';
import type { MenuEntry, MenuProps } from './menu.tsx';

export function MenuPanel({ trigger, items, heading, placement = 'bottom end' }: MenuProps) {
  const button = useFirstPress(pressDown);
  return (
    <Menu>
      <MenuButton as={Fragment} ref={button}>
        {trigger}
      </MenuButton>
      <MenuItems
        anchor={{ to: placement, gap: 4, padding: 8 }}
        className="z-50 max-w-80 min-w-48 animate-[fade_100ms] rounded-lg border border-line bg-surface p-1 shadow-pop outline-none"
      >
        {heading}
        {keyed(items).map(([key, item]) => (
          <Entry key={key} item={item} />
        ))}
      </MenuItems>
    </Menu>
  );
}

/**
 * Returns the entries with React keys that are independent of their index: when an entry is inserted above a pressed one,
 * the pressed element must not be remounted, otherwise its click is lost.
 */
function keyed(items: readonly MenuEntry[]): [string, MenuEntry][] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const id = item.id ?? item.label;
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return [`${count} ${id}`, item];
  });
}

function Entry({ item }: { item: MenuEntry }) {
  const danger = item.tone === 'danger';
  const content = useRef<HTMLSpanElement>(null);
  const ticks = item.checked !== undefined;
  const marked = item.checked ?? item.chosen;
  const press = usePress();
  // Headless UI always sets the role `menuitem`, overriding any other.
  useLayoutEffect(() => {
    if (marked === undefined) return;
    const entry = content.current?.closest('[role^=menuitem]');
    entry?.setAttribute('role', ticks ? 'menuitemcheckbox' : 'menuitemradio');
    entry?.setAttribute('aria-checked', String(marked));
  });
  return (
    <MenuItem disabled={item.disabled ?? false}>
      <button
        type="button"
        onPointerDown={press.begin}
        onClick={(event) => {
          const dragged = press.wasDragged(event);
          // `preventDefault` keeps the menu open.
          if (ticks || dragged) event.preventDefault();
          if (!dragged) item.onSelect();
        }}
        className={cx(
          'flex min-h-8 w-full items-center gap-2.5 rounded-md px-2.5 py-1 text-left data-focus:bg-hover',
          item.disabled ? 'text-faint' : danger ? 'text-danger' : 'text-ink',
        )}
      >
        {item.icon && (
          <Icon name={item.icon} size={16} className={danger || item.disabled ? '' : 'text-muted'} />
        )}
        <span ref={content} className="min-w-0 flex-1">
          <span className="block truncate">{item.label}</span>
          {item.hint && <span className="block text-xs text-faint">{item.hint}</span>}
        </span>
        {marked && <Icon name="check" size={16} className="text-accent-strong" />}
      </button>
    </MenuItem>
  );
}

/** Pixels that the pointer may move between press and release. */
const SLACK = 24;

/**
 * A press belongs to the entry where it began, even when the menu moves away from the pointer before the release (the
 * page scrolls, rows above load); otherwise no entry would get the click. A dragged press is ignored.
 */
function usePress() {
  const from = useRef<{ x: number; y: number }>(undefined);
  return {
    begin({ pointerType, button, pointerId, clientX, clientY, currentTarget }: PointerEvent) {
      from.current = undefined;
      if (pointerType !== 'mouse' || button !== 0) return;
      currentTarget.setPointerCapture?.(pointerId);
      from.current = { x: clientX, y: clientY };
    },
    wasDragged({ clientX, clientY }: MouseEvent): boolean {
      const begun = from.current;
      from.current = undefined;
      return begun !== undefined && Math.hypot(clientX - begun.x, clientY - begun.y) > SLACK;
    },
  };
}
