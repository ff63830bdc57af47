/**
 * Editor for the query of a report: highlighting, completion of names, and the errors that the server finds, marked in
 * place.
 */
import { useEffect, useState } from 'react';
import {
  CodeEditor,
  cx,
  defineField,
  useCall,
  useFieldValue,
  useLocale,
  useOperation,
  useParams,
  type CodeFault,
  type CodeWord,
  type FieldProps,
} from '../../engine/index.ts';
import manifest from './widget.json';

const HEIGHT = 280;
/** Time without typing before the server checks the text, in milliseconds. */
const REST_MS = 600;

function CodeField(props: FieldProps) {
  const { id, label, field, value, onChange, onBlur, disabled, readOnly, invalid, describedBy } = props;
  const { t } = useLocale();
  const { code } = useParams();
  const { data: words } = useOperation<CodeWord[]>('reportDraftNames', code ? { reportCode: code } : null);
  const text = typeof value === 'string' ? value : '';
  const faults = useFaults(text, code, useFieldValue<Parameter[]>('parameters'));
  const locked = disabled || readOnly;
  const { hint } = field.options;
  return (
    <fieldset
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      className={cx(
        'flex min-w-0 flex-col overflow-hidden rounded-md border bg-surface',
        invalid ? 'border-danger' : 'border-field',
      )}
    >
      <div style={{ height: Number(field.options.height ?? HEIGHT) }}>
        <CodeEditor
          language="pgsql"
          file={`query/${id}.sql`}
          label={label}
          text={text}
          faults={faults}
          {...(words && { words })}
          readOnly={locked}
          tabMovesFocus
          onChange={(next) => next !== text && onChange(next)}
          onBlur={onBlur}
        />
      </div>
      {/* Also written as text: marks in the editor are not announced by screen readers. */}
      <output
        className={cx(
          'border-t border-line px-3 py-1.5 text-sm',
          faults.length > 0 ? 'text-danger' : 'text-muted',
        )}
      >
        {faults[0]?.message ?? (typeof hint === 'string' && t(hint))}
      </output>
    </fieldset>
  );
}

/** A parameter of the report, possibly incomplete. */
interface Parameter {
  name?: string | null;
  alias?: string | null;
  type?: string | null;
}

/**
 * Returns the errors that the server finds in the text after a pause in typing; parameters that are not saved yet are
 * sent too.
 */
function useFaults(
  text: string,
  reportCode: string | undefined,
  parameters: readonly Parameter[] = NO_PARAMETERS,
): readonly CodeFault[] {
  const call = useCall();
  const [found, setFound] = useState<{ text: string; faults: readonly CodeFault[] }>({
    text: '',
    faults: [],
  });
  useEffect(() => {
    if (text.trim() === '') return;
    let gone = false;
    const timer = setTimeout(() => {
      const entered = parameters.filter(({ name, alias, type }) => name && alias && type);
      const request = call('reportQueryCheck', {
        query: text,
        parameters: entered,
        ...(reportCode && { reportCode }),
      });
      request.then(
        (reply) => !gone && setFound({ text, faults: (reply as { faults: CodeFault[] }).faults }),
        // The server checks the query again on save, so a failed check does not block the user.
        () => undefined,
      );
    }, REST_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [call, text, reportCode, parameters]);
  return found.text === text ? found.faults : NONE;
}

const NONE: readonly CodeFault[] = [];
const NO_PARAMETERS: readonly Parameter[] = [];

export default defineField({ name: manifest.name, component: CodeField });
