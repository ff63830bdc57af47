/**
 * A run of fields of a form that the server describes, rendered by rjsf: it walks the received schema, with a uiSchema
 * derived from the layout, in our templates. Values, rules and errors are in the store. Its props are created once per
 * run: changing identities would make it compare or render the whole run again.
 */
import { createContext, memo, useContext, useMemo, type ReactNode } from 'react';
// Not from the package's index: that also holds its test helpers, which need a validator that generates code.
import Form from '@rjsf/core/lib/components/Form.js';
import type {
  FieldProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RegistryFieldsType,
  RJSFSchema,
  TemplatesType,
  UiSchema,
} from '@rjsf/utils';
import { useLocale } from '../../data/useLocale.ts';
import { BoundField } from '../form/BoundField.tsx';
import type { Run } from '../form/run.ts';
import { layRun } from '../form/RunFields.tsx';
import { createRjsfValidator } from './rjsfValidator.ts';

const RunContext = createContext<Run>({ fields: new Map(), rows: [] });

/** A property of the run: our field renders label, hint and error itself, as only it is notified when they change. */
function RunField({ name }: FieldProps): ReactNode {
  const field = useContext(RunContext).fields.get(name);
  return field && <BoundField field={field} />;
}

/** No wrapper: the template of the object renders the run. */
function FieldTemplate({ children }: FieldTemplateProps): ReactNode {
  return children;
}

function RunTemplate({ properties }: ObjectFieldTemplateProps): ReactNode {
  const content = new Map(properties.map((property) => [property.name, property.content]));
  return layRun(useContext(RunContext), (name) => content.get(name));
}

const FIELDS: RegistryFieldsType = { RunField };
const TEMPLATES: Partial<TemplatesType> = { FieldTemplate, ObjectFieldTemplate: RunTemplate };
const NOTHING = {};
/** The store fills in defaults. */
const NO_DEFAULTS = { emptyObjectFields: 'skipDefaults' } as const;

/** The run is inside the product's `<form>` already; nested forms are invalid HTML. */
function Plain({ children }: { children?: ReactNode }): ReactNode {
  return children;
}

/** Our field renders each property, also one with alternatives, for which rjsf would add its own selector. */
const BOUND: UiSchema = { 'ui:field': 'RunField', 'ui:fieldReplacesAnyOrOneOf': true };

export const RjsfRun = memo(function RjsfRun({ run }: { run: Run }): ReactNode {
  const { t } = useLocale();
  const validator = useMemo(() => createRjsfValidator(t), [t]);
  const schema = useMemo((): RJSFSchema => {
    const properties = [...run.fields].map(([name, { schema: own }]) => [name, own as RJSFSchema]);
    return { type: 'object', properties: Object.fromEntries(properties) as Record<string, RJSFSchema> };
  }, [run]);
  const uiSchema = useMemo((): UiSchema => {
    const names = [...run.fields.keys()];
    return { 'ui:order': names, ...Object.fromEntries(names.map((name) => [name, BOUND])) };
  }, [run]);
  return (
    <RunContext value={run}>
      <Form
        schema={schema}
        uiSchema={uiSchema}
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
