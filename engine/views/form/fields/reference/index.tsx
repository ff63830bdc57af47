import { useCallback } from 'react';
import { typeWord } from '../../../../language/schema.ts';
import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { usePage } from '../../../../page/page.ts';
import { Registered } from '../../../registered.tsx';
import { cutToSchema } from '../../schemas.ts';
import { emptyOf, optionKey } from '../control.ts';

/** A record of another kind, chosen by its picker: the value is the id, or the record reduced to the schema of the request. */
function ReferenceField(props: FieldProps) {
  const { id, label, field, value, onChange, onBlur, disabled, readOnly, invalid, describedBy } = props;
  const { screen } = usePage();
  const entity = screen.entities[field.entity ?? ''];
  const dialog = optionKey(props, 'dialog') ?? entity?.dialog;
  const multiple = typeWord(field.schema, {}) === 'array';
  const single = multiple ? (field.schema.items ?? {}) : field.schema;
  const change = useCallback(
    (picked: unknown) => {
      onChange(picked === null ? emptyOf({ field }) : cutToSchema(picked, field.schema));
      onBlur();
    },
    [onChange, onBlur, field],
  );
  if (!entity || !dialog)
    throw new Error(
      `The field "${field.path.join('.')}" needs an entity with a picker and its dialog; entity ` +
        `"${field.entity ?? ''}" and dialog "${dialog ?? ''}" came.`,
    );
  return (
    <Registered
      kind="picker"
      name={entity.picker ?? 'reference'}
      fallback={<span className="skeleton block h-9" />}
      props={{
        id,
        label,
        value: value ?? (multiple ? [] : null),
        mode: typeWord(single, {}) === 'object' ? 'record' : 'id',
        multiple,
        ...(multiple && field.options.look === 'list' ? { look: 'list' as const } : {}),
        onChange: change,
        disabled: disabled || readOnly,
        entity,
        dialog,
        options: (field.options.input ?? {}) as Record<string, unknown>,
        ...(invalid ? { invalid } : {}),
        ...(describedBy ? { describedBy } : {}),
      }}
    />
  );
}

export default defineField({ name: 'reference', component: ReferenceField });
