/** Helpers for the controls of fields. */
import type { I18n } from '../../../data/i18n.ts';
import type { FieldProps } from '../../../registry/define.ts';

/** Attributes of the control of a field. */
export function controlProps({ id, field, disabled, readOnly, invalid, describedBy, onBlur }: FieldProps) {
  return {
    id,
    disabled,
    readOnly,
    invalid,
    onBlur,
    'aria-describedby': describedBy,
    'aria-required': field.required || undefined,
  };
}

/** The same for a control that cannot be read-only, such as a box or a list: it is disabled then. */
export function choiceProps(props: FieldProps) {
  const { readOnly, ...control } = controlProps(props);
  return { ...control, disabled: props.disabled || readOnly };
}

/** The value of an empty field: null where the schema accepts it, otherwise undefined. */
export function emptyOf({ field }: Pick<FieldProps, 'field'>): null | undefined {
  return field.nullable ? null : undefined;
}

/** The stored value of a text. */
export function textOrEmpty(props: Pick<FieldProps, 'field'>, text: string): string | null | undefined {
  return text === '' ? emptyOf(props) : text;
}

/** A stored value as the text of an input. */
export function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

/** A locale key in the options, for a text within the control. */
export function optionKey({ field }: Pick<FieldProps, 'field'>, name: string): string | undefined {
  const key = field.options[name];
  return typeof key === 'string' ? key : undefined;
}

/** A day in the options, `YYYY-MM-DD` or `today`. */
export function dayOption(i18n: I18n, props: Pick<FieldProps, 'field'>, name: string): string | undefined {
  const day = optionKey(props, name);
  return day === 'today' ? i18n.today() : day;
}
