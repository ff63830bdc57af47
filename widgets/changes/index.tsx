/**
 * An entry of a record's history: what was done (`actions` has its text), and each property with its old and new
 * value, which are JSON texts; `labels` is the prefix of the properties' texts, one without a text is not told.
 */
import { defineCell, useLocale, useShownText, type CellProps } from '../../engine/index.ts';
import manifest from './widget.json';

interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

const INSTANT = /^\d{4}-\d\d-\d\dT/;

/** Reads a JSON text as the reader sees the value. */
function useRead(): (text: string | null) => string {
  const { formatDateTime, formatNumber } = useLocale();
  const shown = useShownText();
  return (text) => {
    const value: unknown = text === null ? null : JSON.parse(text);
    if (typeof value === 'number') return formatNumber(value, { maximumFractionDigits: 20 });
    // Two instants of one day differ by their time.
    if (typeof value === 'string' && INSTANT.test(value)) return formatDateTime(value);
    return shown(called(value));
  };
}

/** A person is called by the parts of their name, where nothing else calls them. */
function called(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(called);
  const { lastName, firstName, middleName } = (value ?? {}) as Record<string, unknown>;
  return typeof lastName === 'string' ? [lastName, firstName, middleName].filter(Boolean).join(' ') : value;
}

/** Nothing, or a list without anything in it. */
const isNothing = (text: string | null) => text === null || text === '[]' || text === '""';

function Changes({ values: [changes, action], options }: CellProps) {
  const { t, hasText } = useLocale();
  const read = useRead();
  const words = options.actions as Record<string, string | undefined>;
  const known = ((changes ?? []) as Change[])
    .map((change) => ({ ...change, label: `${String(options.labels)}.${change.field}` }))
    // An empty list in the place of nothing is no change that anybody made.
    .filter(({ label, before, after }) => hasText(label) && !(isNothing(before) && isNothing(after)))
    .map(({ label, before, after }) => ({ label, old: read(before), now: read(after) }));
  return (
    <div className="py-1 whitespace-normal">
      <p className="font-medium">{words[String(action)] ? t(words[String(action)]!) : String(action)}</p>
      <ul>
        {known.map(({ label, old, now }) => (
          <li key={label}>
            <span className="text-muted">{t(label)}: </span>
            {old && <del className="text-muted">{old}</del>}
            {old && ' → '}
            {now ? <ins className="no-underline">{now}</ins> : '—'}
          </li>
        ))}
      </ul>
    </div>
  );
}

export default defineCell({ ...manifest, component: Changes });
