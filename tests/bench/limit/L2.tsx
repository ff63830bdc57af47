import { useMemo, useState } from 'react';
import { CONTRACT_COLUMNS, makeRows, makeWide, WIDE_COLUMNS } from '../scenes.ts';
import { drawWhenCalled, wanted } from './page.ts';
import { Table, type Column, type Row } from './Table.tsx';

function Page({ rows, columns }: { rows: readonly Row[]; columns: readonly Column[] }) {
  const [order, setOrder] = useState('');
  const sorted = useMemo(() => {
    if (!order) return rows;
    const [field, down] = order.split(' ') as [string, string?];
    const turn = down ? -1 : 1;
    return rows.toSorted((a, b) => (a[field]! < b[field]! ? -turn : a[field]! > b[field]! ? turn : 0));
  }, [rows, order]);
  return <Table columns={columns} rows={sorted} order={order} onOrder={setOrder} />;
}

const wide = wanted('wide') !== null;
const rows = (wide ? makeWide() : makeRows()) as unknown as Row[];
drawWhenCalled(() => <Page rows={rows} columns={wide ? WIDE_COLUMNS : CONTRACT_COLUMNS} />);
