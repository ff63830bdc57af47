import type { ComponentProps, ReactNode, SyntheticEvent } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

export type ButtonTone = 'default' | 'primary' | 'danger' | 'ghost';

interface Looks {
  tone?: ButtonTone | undefined;
  size?: 'm' | 's' | undefined;
}

interface ButtonProps extends ComponentProps<'button'>, Looks {
  /** Name of an icon before the label. */
  icon?: string;
  /** Shows that the action is in progress; the button is inactive meanwhile, but keeps the focus. */
  busy?: boolean;
  /** Why the button is inactive. It stays focusable, with the reason as its tooltip; a click calls `onRest`. */
  resting?: string | undefined;
  onRest?: () => void;
  /** Letter of its access key, shown where there is room. */
  shortcut?: string;
  children?: ReactNode;
}

const TONES: Record<ButtonTone, string> = {
  default: 'border border-line-strong bg-surface text-ink hover:bg-hover',
  primary: 'bg-accent-strong text-accent-ink hover:brightness-93 dark:hover:brightness-110',
  danger: 'bg-danger-strong text-white hover:brightness-93 dark:hover:brightness-110',
  ghost: 'text-muted hover:bg-hover hover:text-ink',
};
const BASE =
  'inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap select-none ' +
  'transition-[background-color,color,filter] disabled:pointer-events-none disabled:opacity-50 ' +
  'aria-disabled:cursor-default aria-disabled:opacity-50';

/** A disabled button would lose the focus to the page, and a confirmation dialog could not return it. */
const BUSY = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: SyntheticEvent) => event.preventDefault(),
} as const;

/** Classes of a button, for a link that looks like one. */
export function buttonClass({ tone = 'default', size = 'm' }: Looks = {}): string {
  return cx(BASE, TONES[tone], size === 'm' ? 'h-9 gap-2 px-3.5 text-base' : 'h-7 gap-1.5 px-2.5 text-sm');
}

export function Button(given: ButtonProps) {
  const { tone, size = 'm', icon, busy, resting, onRest, shortcut, className, children, ...props } = given;
  return (
    <button
      type="button"
      {...props}
      {...(resting ? { 'aria-disabled': true, title: resting, onClick: onRest } : {})}
      {...(busy ? BUSY : {})}
      {...(shortcut ? { 'aria-keyshortcuts': shortcut } : {})}
      className={cx(buttonClass({ tone, size }), className)}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} size={size === 'm' ? 20 : 16} className="-ml-0.5" />}
      {children}
      {shortcut && (
        <kbd aria-hidden className="rounded-sm border border-current px-1 text-xs opacity-70 max-md:hidden">
          {shortcut}
        </kbd>
      )}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'>, Looks {
  icon: string;
  /** Accessible name, and tooltip. */
  label: string;
  busy?: boolean;
}

export function IconButton({
  icon,
  label,
  tone = 'ghost',
  size = 'm',
  busy,
  className,
  ...props
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...props}
      {...(busy ? BUSY : {})}
      aria-label={label}
      className={cx(BASE, TONES[tone], size === 'm' ? 'size-9' : 'size-7', className)}
    >
      {busy ? <Spinner /> : <Icon name={icon} size={size === 'm' ? 20 : 16} />}
    </button>
  );
}
