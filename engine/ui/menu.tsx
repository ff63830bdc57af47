/**
 * A button with a menu. A table has one a row, so until it is first opened a menu is nothing but its button;
 * the code that draws menus loads when a pointer or the focus comes near.
 */
import { cloneElement, Suspense, useState, type ReactElement, type SyntheticEvent } from 'react';
import { lazyComponent } from './lazy.tsx';

export interface MenuEntry {
  label: string;
  icon?: string;
  tone?: 'default' | 'danger';
  disabled?: boolean;
  /** Second line: why the entry is disabled, or what it does. */
  hint?: string;
  /** The entry is on or off, and leaves the menu open: several are set at once. */
  checked?: boolean;
  /** The entry is one of several of which one is chosen. */
  chosen?: boolean;
  onSelect: () => void;
}

export interface MenuTriggerProps {
  onClick?: (event: SyntheticEvent) => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

export interface MenuProps {
  /** A Button or IconButton. */
  trigger: ReactElement<MenuTriggerProps>;
  items: readonly MenuEntry[];
  /** Told when the menu is first opened, to ask for what the entries need. */
  onOpen?: () => void;
  /** Shown above the entries. */
  heading?: ReactElement;
  placement?: 'bottom end' | 'bottom start' | 'top start' | 'top end';
}

const { Component, preload } = lazyComponent(async () => (await import('./menuPanel.tsx')).MenuPanel);

export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState(false);
  const closed = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: (event) => {
      event.stopPropagation();
      props.onOpen?.();
      setOpened(true);
    },
  });
  if (!opened) return closed;
  return (
    <Suspense fallback={closed}>
      <Component {...props} />
    </Suspense>
  );
}
