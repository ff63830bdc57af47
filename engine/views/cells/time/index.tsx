import { defineCell, type CellProps } from '../../../registry/define.ts';

/** A time of day, `HH:mm` or `HH:mm:ss`. */
function TimeCell({ value, options }: CellProps) {
  if (typeof value !== 'string') return null;
  return <span className="whitespace-nowrap">{options.seconds === true ? value : value.slice(0, 5)}</span>;
}

export default defineCell({ name: 'time', component: TimeCell });
