import type { CellProps } from '../../../registry/define.ts';
import { definePlainCell } from '../plain.ts';

/** A time of day, `HH:mm` or `HH:mm:ss`. */
function drawTime({ value, options }: CellProps) {
  if (typeof value !== 'string') return null;
  return <span className="whitespace-nowrap">{options.seconds === true ? value : value.slice(0, 5)}</span>;
}

export default definePlainCell({ name: 'time', draw: drawTime });
