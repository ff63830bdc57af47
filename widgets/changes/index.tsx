/**
 * An entry of a record's history: what was done (`actions` has its text), and each property with its old and new
 * value, which are JSON texts; `labels` is the prefix of the properties' texts, one without a text is not told.
 */
import { defineCell, hasText, shownText, t, useLocale, type CellProps } from '../../engine/index.ts';
import manifest from './widget.json';

interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

const read = (text: string | null) => (text === null ? '' : shownText(JSON.parse(text)));

function Changes({ values: [changes, action], options }: CellProps) {
  useLocale();
  const words = options.actions as Record<string, string | undefined>;
  const known = ((changes ?? []) as Change[])
    .map((change) => ({ ...change, label: `${String(options.labels)}.${change.field}` }))
    .filter(({ label }) => hasText(label));
  return (
    <div className="py-1 whitespace-normal">
      <p className="font-medium">{words[String(action)] ? t(words[String(action)]!) : String(action)}</p>
      <ul>
        {known.map(({ field, label, before, after }) => (
          <li key={field}>
            <span className="text-muted">{t(label)}: </span>
            {before !== null && <del className="text-muted">{read(before)}</del>}
            {before !== null && ' → '}
            {after === null ? '—' : <ins className="no-underline">{read(after)}</ins>}
          </li>
        ))}
      </ul>
    </div>
  );
}

export default defineCell({ ...manifest, component: Changes });
