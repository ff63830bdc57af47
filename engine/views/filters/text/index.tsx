import { defineFilter, type FilterProps } from '../../../registry/define.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Input } from '../../../ui/input.tsx';
import { useTyping } from '../typing.ts';

/** Free text: applied a moment after typing, or immediately by Enter. */
function TextFilter({ id, filter, value, onChange, disabled }: FilterProps) {
  const typing = useTyping(typeof value === 'string' ? value : '', onChange);
  const icon = filter.icon ?? 'search';
  return (
    <span className="relative block">
      <Icon name={icon} size={16} className="pointer-events-none absolute top-2.5 left-2.5 text-faint" />
      <Input id={id} type="search" disabled={disabled} className="pl-8" {...typing} />
    </span>
  );
}

export default defineFilter({ name: 'text', component: TextFilter });
