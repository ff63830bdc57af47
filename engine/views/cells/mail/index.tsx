import type { CellProps } from '../../../registry/define.ts';
import { definePlainCell } from '../plain.ts';

function drawMail({ value }: CellProps) {
  if (typeof value !== 'string' || !value) return null;
  return (
    <a
      className="whitespace-nowrap text-accent-strong underline-offset-2 hover:underline"
      href={`mailto:${value}`}
    >
      {value}
    </a>
  );
}

export default definePlainCell({ name: 'mail', draw: drawMail });
