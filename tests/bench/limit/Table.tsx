/** A hand-written table: renders only the visible rows. */
import { memo, useRef } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';

export interface Column {
  field: string;
  title: string;
  width: number;
}
export type Row = Record<string, string | number | boolean>;

interface Props {
  columns: readonly Column[];
  rows: readonly Row[];
  /** `amount`, `amount desc` */
  order: string;
  onOrder(order: string): void;
}

const shown = (value: Row[string]) =>
  typeof value === 'boolean'
    ? value
      ? 'yes'
      : 'no'
    : typeof value === 'number'
      ? value.toLocaleString('en-US')
      : value;

const TableRow = memo(({ row, columns }: { row: Row; columns: readonly Column[] }) => (
  <tr data-row>
    {columns.map(({ field }) => (
      <td key={field} className={typeof row[field] === 'number' ? 'num' : undefined}>
        {shown(row[field]!)}
      </td>
    ))}
  </tr>
));

export function Table({ columns, rows, order, onOrder }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 35,
    overscan: 6,
  });
  const items = virtual.getVirtualItems();
  const top = items[0]?.start ?? 0;
  const bottom = items.length ? virtual.getTotalSize() - items.at(-1)!.end : 0;
  const mark = (field: string) =>
    order.split(' ')[0] === field ? (order.endsWith('desc') ? ' ▼' : ' ▲') : '';
  return (
    <div className="scroller" ref={scroller}>
      <table style={{ width: columns.reduce((sum, { width }) => sum + width, 0) }}>
        <colgroup>
          {columns.map(({ field, width }) => (
            <col key={field} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ field, title }) => (
              // The reference is not an example: it does the minimum that works.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
              <th
                key={field}
                data-col={field}
                onClick={() => onOrder(order === field ? `${field} desc` : field)}
              >
                {title}
                {mark(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {top > 0 && <tr style={{ height: top }} />}
          {items.map(({ index }) => (
            <TableRow key={String(rows[index]!.id)} row={rows[index]!} columns={columns} />
          ))}
          {bottom > 0 && <tr style={{ height: bottom }} />}
        </tbody>
      </table>
    </div>
  );
}
