import { useState } from 'react';
import { useLocale } from '../../../data/useLocale.ts';
import { defineFilter, type FilterProps } from '../../../registry/define.ts';
import { Input, NativeSelect } from '../../../ui/input.tsx';
import { useTyping } from '../typing.ts';
import { isSearchBy } from './kind.ts';

/** Text, and the parameter in which it is searched. */
function SearchBySelectFilter({ id, label, value, onChange, items = [], disabled }: FilterProps) {
  const { t } = useLocale();
  // Without a text nothing is searched, so the URL has no parameter: the selected parameter is kept here.
  const [chosen, setChosen] = useState<string>();
  const search = isSearchBy(value) ? value : { by: chosen ?? String(items[0]?.value ?? ''), text: '' };
  const typing = useTyping(search.text, (text, now) => onChange({ by: search.by, text }, now));
  return (
    <span className="flex">
      <span className="w-2/5 shrink-0">
        <NativeSelect
          aria-label={t('engine.filter.searchBy', { label })}
          className="[&_select]:rounded-r-none [&_select]:border-r-0"
          options={items.map((item) => ({ value: String(item.value), label: item.label }))}
          value={search.by}
          disabled={disabled}
          onChange={(event) => {
            setChosen(event.target.value);
            onChange({ by: event.target.value, text: typing.value }, true);
          }}
        />
      </span>
      <Input id={id} type="search" disabled={disabled} className="rounded-l-none" {...typing} />
    </span>
  );
}

export default defineFilter({ name: 'searchBySelect', component: SearchBySelectFilter });
