import { defineFilter, type FilterProps } from '../../../registry/define.ts';
import { usePage } from '../../../page/page.ts';
import { Registered } from '../../registered.tsx';

/** A registered picker; its value is a list of ids. */
function ComponentFilter({
  id,
  label,
  filter,
  value,
  onChange,
  disabled,
  invalid,
  describedBy,
}: FilterProps) {
  const { screen } = usePage();
  const entity = filter.entity ? screen.entities[filter.entity] : undefined;
  if (!filter.component || !entity || !filter.dialog)
    throw new Error(
      `The filter "${filter.paramName}" needs a picker, its entity and its dialog; "${filter.component ?? ''}" and ` +
        `"${filter.entity ?? ''}" came.`,
    );
  return (
    <Registered
      kind="picker"
      name={filter.component}
      fallback={<span className="skeleton block h-9" />}
      props={{
        id,
        label,
        value: value ?? (filter.multiple ? [] : null),
        mode: 'id',
        multiple: filter.multiple,
        onChange,
        disabled,
        entity,
        dialog: filter.dialog,
        options: filter.options ?? {},
        ...(invalid ? { invalid } : {}),
        ...(describedBy ? { describedBy } : {}),
      }}
    />
  );
}

export default defineFilter({ name: 'component', component: ComponentFilter });
