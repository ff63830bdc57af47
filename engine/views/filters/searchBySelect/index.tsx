import { defineFilter, type FilterProps } from '../../../registry/define.ts';
import { Input, NativeSelect } from '../../../ui/input.tsx';
import { t } from '../../../data/locale.ts';
import { useTyping } from '../typing.ts';
import { isSearchBy } from '../values.ts';

/** Text, and the parameter in which it is searched. */
function SearchBySelectFilter({ id, label, value, onChange, items = [], disabled }: FilterProps) {
  const search = isSearchBy(value) ? value : { by: String(items[0]?.value ?? ''), text: '' };
  const typing = useTyping(search.text, (text, now) => onChange({ by: search.by, text }, now));
  return (
    <span className="flex">
      <NativeSelect
        aria-label={t('engine.filter.searchBy', { label })}
        className="w-2/5 shrink-0 [&_select]:rounded-r-none [&_select]:border-r-0"
        options={items.map((item) => ({ value: String(item.value), label: item.label }))}
        value={search.by}
        disabled={disabled}
        onChange={(event) => onChange({ by: event.target.value, text: typing.value }, true)}
      />
      <Input id={id} type="search" disabled={disabled} className="rounded-l-none" {...typing} />
    </span>
  );
}

export default defineFilter({ name: 'searchBySelect', component: SearchBySelectFilter });
