/** The button that opens the dialog of a picker: the control that the field's label refers to. */
import type { ReactNode } from 'react';
import type { PickerProps } from '../../../registry/define.ts';

interface OpenButtonProps {
  field: PickerProps;
  onClick(): void;
  className: string;
  children: ReactNode;
}

export function OpenButton({ field, onClick, className, children }: OpenButtonProps): ReactNode {
  const { id, disabled, describedBy, invalid } = field;
  return (
    <button
      type="button"
      id={id}
      disabled={disabled}
      aria-haspopup="dialog"
      aria-labelledby={`${id}-label ${id}`}
      aria-describedby={describedBy}
      data-invalid={invalid || undefined}
      onClick={onClick}
      className={className}
    >
      {children}
    </button>
  );
}
