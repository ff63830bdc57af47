import { useLocale } from '../../../data/useLocale.ts';
import { defineCell, type CellProps } from '../../../registry/define.ts';
import { shownText } from '../shown.ts';

/** A word of a classifier by its caption: the object itself, or a bare word of the column's dictionary. */
function ClassifierCell({ value, caption }: CellProps) {
  const i18n = useLocale();
  const text = shownText(i18n, value, caption);
  return (
    <span className="block truncate" title={text.length > 24 ? text : undefined}>
      {text}
    </span>
  );
}

export default defineCell({ name: 'classifier', component: ClassifierCell });
