import type { I18n } from '../../../data/i18n.ts';
import type { CellProps } from '../../../registry/define.ts';
import { shownText } from '../shown.ts';
import { definePlainCell } from '../plain.ts';

/** A dictionary value by its caption: the object itself, or a plain value of the column's dictionary. */
function drawClassifier({ value, caption }: CellProps, i18n: I18n) {
  const text = shownText(i18n, value, caption);
  return (
    <span className="block truncate" title={text.length > 24 ? text : undefined}>
      {text}
    </span>
  );
}

export default definePlainCell({ name: 'classifier', draw: drawClassifier });
