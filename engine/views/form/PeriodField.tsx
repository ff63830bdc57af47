/** A range of dates as one control: two fields under one label, both filled from one calendar. */
import { createContext, useContext, type ReactNode } from 'react';
import type { CompiledField, CompiledText } from '../../language/compiled.ts';
import { FieldShell } from '../../ui/field.tsx';
import { PrefixContext, useForm, useStatus } from './context.ts';
import { keyOf } from './paths.ts';
import { ColumnsContext } from './run.ts';
import { spanClass } from './spans.ts';

/**
 * The two days of the period that contains a field. The field is rendered under the label of the period; its own label
 * is for screen readers.
 */
export const DaysContext = createContext<readonly CompiledField[] | undefined>(undefined);

interface Props {
  label: CompiledText;
  span: number;
  days: CompiledField[];
  /** The fields of both days. */
  children: ReactNode[];
}

export function PeriodField({ label, span, days, children }: Props): ReactNode {
  const prefix = useContext(PrefixContext);
  const columns = useContext(ColumnsContext);
  const { controller, id } = useForm();
  const { store } = controller;
  const [first, last] = children;
  const key = prefix + keyOf(days[0]!.path);
  const hidden = useStatus(() => store.hidden.has(key));
  const required = useStatus(
    ({ readOnly }) =>
      !readOnly && days.every((day) => day.required || store.requiredByRules.has(prefix + keyOf(day.path))),
  );
  if (hidden) return null;
  return (
    <FieldShell
      group
      id={`${id}-period-${key}`}
      label={controller.text(label, key)}
      required={required}
      className={spanClass(span, columns)}
    >
      <DaysContext value={days}>
        <div className="flex flex-wrap items-start gap-x-2 gap-y-1 [&>div]:min-w-[9.6rem] [&>div]:flex-1">
          {first}
          <span aria-hidden="true" className="py-1.5 text-faint max-[22rem]:hidden">
            –
          </span>
          {last}
        </div>
      </DaysContext>
    </FieldShell>
  );
}
