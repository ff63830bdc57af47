/**
 * An entry of a record's history: the action (its text is in `actions`), and each property with its old and new value
 * as JSON; `labels` is the prefix of the properties' labels, and a property without a label is left out.
 */
import { defineCell, useLocale, useShownText, type CellProps } from '../../engine/index.ts';
import manifest from './widget.json';

interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

const INSTANT = /^\d{4}-\d\d-\d\dT/;

/** Returns a function that converts JSON to the text of the value. */
function useRead(): (text: string | null) => string {
  const { formatDateTime, formatNumber } = useLocale();
  const shown = useShownText();
  return (text) => {
    const value: unknown = text === null ? null : JSON.parse(text);
    if (typeof value === 'number') return formatNumber(value, { maximumFractionDigits: 20 });
    // Includes the time: two instants may be on the same day.
    if (typeof value === 'string' && INSTANT.test(value)) return formatDateTime(value);
    return shown(called(value));
  };
}

/** Returns the name parts of a person as text; other values unchanged. */
function called(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(called);
  const { lastName, firstName, middleName } = (value ?? {}) as Record<string, unknown>;
  return typeof lastName === 'string' ? [lastName, firstName, middleName].filter(Boolean).join(' ') : value;
}

/** Null, an empty list or an empty string. */
const isNothing = (text: string | null) => text === null || text === '[]' || text === '""';

function Changes({ values: [changes, action], options }: CellProps) {
  const { t, hasText } = useLocale();
  const read = useRead();
  const actionTexts = options.actions as Record<string, string | undefined>;
  const known = ((changes ?? []) as Change[])
    .map((change) => ({ ...change, label: `${String(options.labels)}.${change.field}` }))
    // A change between two empty values, such as null and an empty list, was not made by a user.
    .filter(({ label, before, after }) => hasText(label) && !(isNothing(before) && isNothing(after)))
    .map(({ label, before, after }) => ({ label, old: read(before), now: read(after) }));
  return (
    <div className="py-1 whitespace-normal">
      <p className="font-medium">
        {actionTexts[String(action)] ? t(actionTexts[String(action)]!) : String(action)}
      </p>
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
