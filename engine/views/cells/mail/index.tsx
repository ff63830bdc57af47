import { defineCell, type CellProps } from '../../../registry/define.ts';

function MailCell({ value }: CellProps) {
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

export default defineCell({ name: 'mail', component: MailCell });
