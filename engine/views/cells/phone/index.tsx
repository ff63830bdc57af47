import type { CellProps } from '../../../registry/define.ts';
import { definePlainCell } from '../plain.ts';

function drawPhone({ value }: CellProps) {
  if (typeof value !== 'string' || !value) return null;
  return (
    <a
      className="whitespace-nowrap text-accent-strong underline-offset-2 hover:underline"
      href={`tel:${value.replace(/[^+\d]/g, '')}`}
    >
      {value}
    </a>
  );
}

export default definePlainCell({ name: 'phone', draw: drawPhone });
