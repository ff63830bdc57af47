import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** Ids of the texts that describe a field, for `aria-describedby`. */
export function describedBy(id: string, texts: { hint?: string; error?: string }): string | undefined {
  const ids = [texts.error && `${id}-error`, texts.hint && `${id}-hint`].filter(Boolean);
  return ids.length ? ids.join(' ') : undefined;
}

/**
 * Label, control, hint and error of one field. The control inside has `id`, `aria-invalid` and
 * `aria-describedby={describedBy(id, { hint, error })}`; `group` labels several controls by a legend's text.
 */
export function FieldShell({
  id,
  label,
  required,
  error,
  hint,
  group,
  labelHidden,
  className,
  part,
  children,
}: {
  id: string;
  label?: ReactNode;
  required?: boolean;
  error?: string;
  hint?: string;
  group?: boolean;
  /** The label is for screen readers; the surroundings explain the control to others. */
  labelHidden?: boolean;
  className?: string;
  /** Kind of the filter in this shell, for tools that inspect pages. */
  part?: string;
  children: ReactNode;
}) {
  const name = (
    <>
      {label}
      {required && (
        <span className="ml-0.5 text-danger" aria-hidden="true">
          *
        </span>
      )}
    </>
  );
  return (
    <div
      className={cx('flex min-w-0 flex-col gap-1', className)}
      data-filter={part}
      {...(group && { role: 'group', 'aria-labelledby': `${id}-label` })}
    >
      {label &&
        (group ? (
          <span id={`${id}-label`} className="text-sm font-medium text-muted">
            {name}
          </span>
        ) : (
          <label
            id={`${id}-label`}
            htmlFor={id}
            className={labelHidden ? 'sr-only' : 'text-sm font-medium text-muted'}
          >
            {name}
          </label>
        ))}
      {children}
      {error && (
        <p id={`${id}-error`} className="error-mark text-sm text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-faint">
          {hint}
        </p>
      )}
    </div>
  );
}
