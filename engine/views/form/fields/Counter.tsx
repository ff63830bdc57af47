/** Shows the remaining characters of a limited text, once few are left. */
import type { ReactNode } from 'react';
import { useLocale } from '../../../data/useLocale.ts';
import type { FieldProps } from '../../../registry/define.ts';
import { cx } from '../../../ui/cx.ts';
import { textOf } from './control.ts';

/** Share of the limit from which it is shown. */
const NEAR = 0.8;

export function Counter({ field, value, readOnly }: FieldProps): ReactNode {
  const { formatNumber } = useLocale();
  const { maxLength } = field.schema;
  // Counts code points, as people and the API do, not UTF-16 units.
  const { length } = [...textOf(value)];
  if (readOnly || maxLength === undefined || length < maxLength * NEAR) return null;
  return (
    <output
      data-part="counter"
      className={cx('text-right text-xs', length > maxLength ? 'font-medium text-danger' : 'text-muted')}
    >
      {formatNumber(length)} / {formatNumber(maxLength)}
    </output>
  );
}
