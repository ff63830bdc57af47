import { defineFilter, type FilterProps } from '../../../registry/define.ts';
import { ChoiceList } from '../../choices/ChoiceList.tsx';

/** Any of several values. */
function SelectManyFilter({ id, label, value, onChange, items = [], find, disabled }: FilterProps) {
  const chosen = Array.isArray(value) ? value : [];
  return (
    <ChoiceList
      id={id}
      label={label}
      items={items}
      value={chosen}
      disabled={disabled}
      onChange={onChange}
      {...(find ? { find } : {})}
    />
  );
}

export default defineFilter({ name: 'selectMany', component: SelectManyFilter });
