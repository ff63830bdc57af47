/**
 * One field of the form: label, control, hint and error around a registered widget. Its props never
 * change; value and error come from the store, by the field's own subscription.
 */
import { createElement, useContext, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import { useRegistry } from '../../registry/context.ts';
import type { FieldProps } from '../../registry/define.ts';
import { describedBy, FieldShell } from '../../ui/field.tsx';
import { useChoices } from '../../page/dictionaries.tsx';
import { Registered } from '../registered.tsx';
import { DataPort } from '../../page/widgetData.tsx';
import { PrefixContext, useField, useForm } from './context.ts';
import { keyOf, pathOf } from './paths.ts';
import { DaysContext } from './PeriodField.tsx';
import { hiddenMode } from './place.ts';
import { ColumnsContext } from './run.ts';
import { spanClass } from './spans.ts';
import { enumChoices } from './choices.ts';
import { useRowChoices } from './rowChoices.ts';
import type { CompiledChoices, CompiledField } from '../../language/compiled.ts';

/** Widgets that render their label themselves. */
const OWN_LABEL = new Set(['checkbox']);
/** Widgets with several controls: their label names the group. */
const GROUPS = new Set(['radio', 'list', 'table', 'schedule', 'file', 'checklist', 'days']);

export function BoundField({ field }: { field: CompiledField }): ReactNode {
  const { t } = useLocale();
  const prefix = useContext(PrefixContext);
  const inPeriod = useContext(DaysContext) !== undefined;
  const columns = useContext(ColumnsContext);
  const entry = useField(prefix + keyOf(field.path), field);
  const registry = useRegistry();
  // Chosen once: code that loads later is rendered in the same place, otherwise the typed text would be lost.
  const [component] = useState(() => registry.get('field', field.widget));
  const { controller } = useForm();
  const { store } = controller;
  if (hiddenMode(store.hidden, entry.key)) return null;
  const alternative = controller.plan.alternatives.get(field);
  if (alternative && hiddenMode(store.hidden, prefix + alternative)) return null;
  const error = store.errors.get(entry.key);
  const unread = store.unread.get(entry.key);
  const hint = field.hint && controller.text(field.hint, entry.key);
  const label = controller.text(field.label, entry.key);
  const described = describedBy(entry.id, { ...(hint ? { hint } : {}), ...(error ? { error } : {}) });
  const props: FieldProps = {
    id: entry.id,
    label,
    field,
    value: store.get(pathOf(entry.key)),
    onChange: entry.onChange,
    onBlur: entry.onBlur,
    onUnread: entry.onUnread,
    ...(unread ? { unread: unread.text } : {}),
    disabled: store.locked.has(entry.key),
    readOnly: store.status.readOnly || field.value !== undefined,
    invalid: error !== undefined,
    ...(described ? { describedBy: described } : {}),
  };
  const items = enumChoices(field, t);
  return (
    <FieldShell
      id={entry.id}
      required={(field.required || store.requiredByRules.has(entry.key)) && !store.status.readOnly}
      group={GROUPS.has(field.widget)}
      className={spanClass(field.span, columns)}
      labelHidden={inPeriod}
      {...(OWN_LABEL.has(field.widget) ? {} : { label })}
      {...(hint ? { hint } : {})}
      {...(error === undefined ? {} : { error })}
    >
      {field.dictionary ? (
        <WithDictionary component={component} props={props} dictionary={field.dictionary} />
      ) : field.choices ? (
        <WithChoices component={component} props={props} choices={field.choices} at={entry.key} />
      ) : field.period ? (
        <DayOfPeriod component={component} props={props} period={field.period} prefix={prefix} />
      ) : (
        widget(component, items ? { ...props, items } : props)
      )}
    </FieldShell>
  );
}

interface Drawn {
  /** The component of the field, if its code was loaded at the first rendering. */
  component: ComponentType<FieldProps> | undefined;
  props: FieldProps;
}

function WithDictionary({ component, props, dictionary }: Drawn & { dictionary: string }): ReactNode {
  const { choices, find } = useChoices(dictionary, props.value);
  const whole = useMemo(
    () => ({ ...props, items: choices, ...(find ? { find } : {}) }),
    [props, choices, find],
  );
  return widget(component, whole);
}

/** Provides choices from the rows of an operation; its arguments follow the values of the form. */
function WithChoices(around: Drawn & { choices: CompiledChoices; at: string }): ReactNode {
  const { items, problem } = useRowChoices(around.choices, around.at);
  const props = useMemo(() => ({ ...around.props, items }), [around.props, items]);
  return (
    <>
      {widget(around.component, props)}
      {problem && <p className="mt-1 text-sm text-danger">{problem}</p>}
    </>
  );
}

/** Renders a day of a period, again when the other day changes. */
function DayOfPeriod({
  component,
  props,
  period,
  prefix,
}: Drawn & { period: NonNullable<CompiledField['period']>; prefix: string }): ReactNode {
  const { controller } = useForm();
  const name = keyOf(period.other);
  const days = useContext(DaysContext)!;
  const other = useField(
    prefix + name,
    days.find(({ path }) => keyOf(path) === name)!,
  );
  const day = controller.store.get(pathOf(other.key));
  return widget(component, {
    ...props,
    period: {
      end: period.end,
      other: typeof day === 'string' && day ? day : undefined,
      onOther: other.onChange,
    },
  });
}

/** Renders the registered widget, or a placeholder while its code loads. */
function widget(component: Drawn['component'], props: FieldProps): ReactNode {
  const name = props.field.widget;
  const drawn = component ? (
    createElement(component, props)
  ) : (
    <Registered kind="field" name={name} props={props} fallback={<span className="skeleton h-9" />} />
  );
  const { operations } = props.field;
  return operations ? (
    <DataPort of={name} names={operations}>
      {drawn}
    </DataPort>
  ) : (
    drawn
  );
}
