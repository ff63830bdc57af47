/** Basic controls. All accept the attributes of their element; `invalid` shows them as rejected. */
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

/** Classes of every framed control, for controls that consist of other parts. */
export const CONTROL =
  'w-full min-w-0 rounded-md border border-field bg-surface px-2.5 text-base text-ink ' +
  'placeholder:text-faint hover:border-muted focus-visible:outline-2 focus-visible:-outline-offset-1 ' +
  'disabled:border-line disabled:bg-raised disabled:text-muted [&[readonly]]:bg-raised ' +
  'aria-invalid:border-danger aria-invalid:outline-danger data-invalid:border-danger data-invalid:outline-danger';

interface Refusable {
  invalid?: boolean;
}

export function Input({ invalid, className, ...props }: ComponentProps<'input'> & Refusable) {
  return (
    <input
      type="text"
      autoComplete="off"
      {...props}
      aria-invalid={invalid || props['aria-invalid'] || undefined}
      className={cx(CONTROL, 'h-9', className)}
    />
  );
}

export function Textarea({ invalid, className, ...props }: ComponentProps<'textarea'> & Refusable) {
  return (
    <textarea
      rows={3}
      {...props}
      aria-invalid={invalid || props['aria-invalid'] || undefined}
      className={cx(CONTROL, 'py-2', className)}
    />
  );
}

/** A checkbox with its label; `indeterminate` means "some of them". */
export function Checkbox({
  label,
  indeterminate = false,
  invalid,
  className,
  ...props
}: Omit<ComponentProps<'input'>, 'type' | 'ref'> &
  Refusable & { label?: ReactNode; indeterminate?: boolean }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const input = (
    <input
      {...props}
      ref={box}
      type="checkbox"
      aria-invalid={invalid || props['aria-invalid'] || undefined}
      className="size-4 shrink-0 cursor-pointer accent-accent-strong disabled:cursor-default"
    />
  );
  if (label === undefined) return input;
  return (
    <label className={cx('inline-flex min-h-6 cursor-pointer items-center gap-2', className)}>
      {input}
      <span>{label}</span>
    </label>
  );
}

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

/** The browser's native select. A `placeholder` is an entry with an empty value. */
export function NativeSelect({
  invalid,
  className,
  options,
  placeholder,
  ...props
}: ComponentProps<'select'> & Refusable & { options: readonly SelectOption[]; placeholder?: string }) {
  return (
    <span className={cx('relative inline-flex w-full', className)}>
      <select
        {...props}
        aria-invalid={invalid || props['aria-invalid'] || undefined}
        className={cx(
          CONTROL,
          'h-9 cursor-pointer appearance-none truncate pr-8 disabled:cursor-default',
          // An empty value has the same colour as in other controls.
          placeholder !== undefined && props.value === '' && 'text-faint! [&_option]:text-ink',
        )}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon
        name="chevron-down"
        size={16}
        className="pointer-events-none absolute top-2.5 right-2.5 text-muted"
      />
    </span>
  );
}
