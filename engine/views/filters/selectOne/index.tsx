import { useLocale } from '../../../data/useLocale.ts';
import { defineFilter, type FilterProps } from '../../../registry/define.ts';
import { NativeSelect } from '../../../ui/input.tsx';
import { ChoiceList } from '../../choices/ChoiceList.tsx';

/** One value of a few; the first entry means any value. */
function SelectOneFilter({ id, label, value, onChange, items = [], find, disabled }: FilterProps) {
  const { t } = useLocale();
  if (find) {
    const chosen = value === undefined || value === null ? [] : [value];
    return (
      <ChoiceList
        id={id}
        label={label}
        items={items}
        find={find}
        single
        value={chosen}
        disabled={disabled}
        onChange={([choice]) => onChange(choice)}
      />
    );
  }
  return (
    <NativeSelect
      id={id}
      disabled={disabled}
      placeholder={t('engine.filter.any')}
      options={items.map((item) => ({ value: String(item.value), label: item.label }))}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={(event) => onChange(items.find((item) => String(item.value) === event.target.value)?.value)}
    />
  );
}

export default defineFilter({ name: 'selectOne', component: SelectOneFilter });
