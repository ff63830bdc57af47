/**
 * How rjsf draws a run of fields. Everything given to it here is made once: identities that change would have
 * it compare or draw the whole form again.
 */
import { memo, useContext, useMemo, type ComponentType, type ReactNode } from 'react';
// Not from the package's index: that also holds its test helpers, which need a validator that generates code.
import Form from '@rjsf/core/lib/components/Form.js';
import getDefaultRegistry from '@rjsf/core/lib/getDefaultRegistry.js';
import type {
  FieldProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RegistryFieldsType,
  TemplatesType,
} from '@rjsf/utils';
import { useLocale } from '../../data/useLocale.ts';
import { cx } from '../../ui/cx.ts';
import { BoundField } from './BoundField.tsx';
import { PeriodField } from './PeriodField.tsx';
import { createRjsfValidator } from './rjsfValidator.ts';
import { ColumnsContext, RunContext, type Run } from './run.ts';

const WholeRun = getDefaultRegistry().fields.SchemaField as ComponentType<FieldProps>;

/**
 * rjsf asks this for the run itself and for each property in it. A property goes straight to our field: what
 * rjsf would make on the way (label, errors, the choice of a field by type) the field makes by itself, for it
 * alone knows when they change.
 */
function RunField(props: FieldProps): ReactNode {
  return props.fieldPathId.path.length ? <BoundField name={props.name} /> : <WholeRun {...props} />;
}

const FIELDS: RegistryFieldsType = { SchemaField: RunField };

const COLUMNS = [
  '',
  'md:grid-cols-1',
  'md:grid-cols-2',
  'md:grid-cols-3',
  'md:grid-cols-4',
  'md:grid-cols-5',
  'md:grid-cols-6',
];
const GRID = 'grid grid-cols-1 items-start gap-x-4 gap-y-4';

/** Class of a grid with so many columns; one column on a phone. */
export const gridClass = (columns: number): string => cx(GRID, COLUMNS[Math.min(columns, 6)]);

/** Without a wrapper: the run is drawn by the template of its object. */
function FieldTemplate({ children }: FieldTemplateProps): ReactNode {
  return children;
}

/** A box beside other fields stands level with their controls, not with their labels. */
export const ALIGNED = 'md:[&_:has(>label>input[type=checkbox]):not(fieldset_*)]:pt-6';

function RunTemplate({ properties }: ObjectFieldTemplateProps): ReactNode {
  const run = useContext(RunContext);
  const content = new Map(properties.map((property) => [property.name, property.content]));
  return run?.rows.map(({ key, names, row, period }) =>
    period ? (
      <PeriodField
        key={key}
        label={period.label}
        span={period.span}
        days={names.map((name) => run.fields.get(name)!)}
      >
        {names.map((name) => content.get(name))}
      </PeriodField>
    ) : row ? (
      <div
        key={key}
        className={cx(
          gridClass(widthOf(run, names)),
          names.length > 1 && ALIGNED,
          'col-span-full empty:hidden',
        )}
      >
        <ColumnsContext value={Infinity}>{names.map((name) => content.get(name))}</ColumnsContext>
      </div>
    ) : (
      content.get(key)
    ),
  );
}

const widthOf = (run: Run, names: readonly string[]): number =>
  names.reduce((width, name) => width + (run.fields.get(name)?.span ?? 1), 0);

const TEMPLATES: Partial<TemplatesType> = { FieldTemplate, ObjectFieldTemplate: RunTemplate };
const NOTHING = {};
/** The store fills in defaults. */
const NO_DEFAULTS = { emptyObjectFields: 'skipDefaults' } as const;

/** The run is the product's `<form>` already; a form in a form would be no HTML. */
function Plain({ children }: { children?: ReactNode }): ReactNode {
  return children;
}

/** One run. Its properties never change, so it is drawn once. */
export const RunForm = memo(function RunForm({ run }: { run: Run }): ReactNode {
  const { t } = useLocale();
  const validator = useMemo(() => createRjsfValidator(t), [t]);
  return (
    <RunContext value={run}>
      <Form
        schema={run.schema}
        validator={validator}
        fields={FIELDS}
        templates={TEMPLATES}
        formData={NOTHING}
        experimental_defaultFormStateBehavior={NO_DEFAULTS}
        tagName={Plain}
        noValidate
        noHtml5Validate
        showErrorList={false}
      >
        <></>
      </Form>
    </RunContext>
  );
});
