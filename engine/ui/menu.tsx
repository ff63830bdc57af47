/**
 * A button with a menu. A table has one per row, so until it is first opened only its button is rendered; the code of
 * menus loads when the pointer or the focus reaches a button.
 */
import { cloneElement, Suspense, useState, type ReactElement, type SyntheticEvent } from 'react';
import { lazyComponent } from './lazy.tsx';

export interface MenuEntry {
  /** Identifies the entry while its label changes; by default the label does. */
  id?: string;
  label: string;
  icon?: string;
  tone?: 'default' | 'danger';
  disabled?: boolean;
  /** Second line: why the entry is disabled, or what it does. */
  hint?: string;
  /** The entry is checked or not, and leaves the menu open, because several can be changed at once. */
  checked?: boolean;
  /** The entry is the selected one of several. */
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
  /** Called when the menu is first opened, to request what the entries need. */
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
