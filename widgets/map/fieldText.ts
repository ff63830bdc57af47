/** The text of a card field. */
import { useCallback } from 'react';
import { useLocale, useShownText, valueAt } from '../../engine/index.ts';
import type { CardField, Row } from './options.ts';

/** Returns a function that returns the text of a field for a row; empty when the row has no value. */
export function useFieldText(): (field: CardField, row: Row) => string {
  const { formatDate, formatDateTime, formatNumber } = useLocale();
  const shown = useShownText();
  return useCallback(
    ({ value: path, format = 'text' }, row) => {
      const value = valueAt(row, path.split('.'));
      if (value === null || value === undefined) return '';
      if (format === 'number' && typeof value === 'number') return formatNumber(value);
      if (format === 'date' && typeof value === 'string') return formatDate(value);
      if (format === 'dateTime' && typeof value === 'string')
        return formatDateTime(value, { seconds: false });
      return shown(value);
    },
    [formatDate, formatDateTime, formatNumber, shown],
  );
}
