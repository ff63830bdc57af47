/** A button with a popover, loaded at the first press of the button. */
import { Fragment, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { cx } from './cx.ts';
import { useFirstPress } from './firstPress.ts';
import { useTopLayer } from './popup.tsx';

export interface ButtonPopoverProps {
  trigger: ReactElement<ComponentProps<'button'>>;
  /** Id of the button. */
  id?: string;
  /** Accessible name of the panel. */
  label: string;
  className?: string;
  /** `close` returns the focus to the button. */
  children(close: () => void): ReactNode;
}

export const PANEL =
  'inset-auto z-50 m-0 rounded-lg border border-line bg-surface text-ink shadow-pop outline-none';
export const ANCHOR = { to: 'bottom start', gap: 4, padding: 8 } as const;

/** Headless UI overrides the id of the button with its own, and its types allow no id on a Fragment. */
export const named = (id: string | undefined): object => (id === undefined ? {} : { id });

export function ButtonPopover({ trigger, id, label, className, children }: ButtonPopoverProps): ReactNode {
  const button = useFirstPress((element) => element.click());
  return (
    <Popover as={Fragment}>
      <PopoverButton as={Fragment} {...named(id)} ref={button}>
        {trigger}
      </PopoverButton>
      <PopoverPanel
        {...useTopLayer()}
        focus
        anchor={ANCHOR}
        // A <dialog> has its own open state.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="dialog"
        aria-label={label}
        className={cx(PANEL, className)}
      >
        {({ close }) => <>{children(close)}</>}
      </PopoverPanel>
    </Popover>
  );
}
