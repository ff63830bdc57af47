import { useEffect, useState } from 'react';
import { CONTRACT_COLUMNS, STATUS, TYPES } from '../scenes.ts';
import { draw } from './page.ts';
import { Table, type Row } from './Table.tsx';

interface Asked {
  page: number;
  query: string;
  order: string;
  status: string;
  type: string;
  amountFrom: string;
}

const NOTHING: Asked = { page: 0, query: '', order: '', status: '', type: '', amountFrom: '' };

interface Contracts {
  list: Row[];
  size: number;
}

function useContracts(params: Asked): Contracts {
  const [data, setData] = useState<Contracts>({ list: [], size: 0 });
  useEffect(() => {
    const leave = new AbortController();
    const { page, order, ...filters } = params;
    const sort = order && (order.endsWith(' desc') ? `-${order.slice(0, -5)}` : `+${order}`);
    const query = new URLSearchParams({ page: String(page), count: '100', order: sort, ...filters });
    fetch(`/api/contracts?${query}`, { signal: leave.signal })
      .then(async (reply) => setData((await reply.json()) as Contracts))
      .catch(() => undefined);
    return () => leave.abort();
  }, [params]);
  return data;
}

function List() {
  const [params, setParams] = useState(NOTHING);
  const data = useContracts(params);
  const change = (patch: Partial<Asked>) => setParams((now) => ({ ...now, page: 0, ...patch }));
  const select = (name: 'status' | 'type', words: readonly string[]) => (
    <select aria-label={name} value={params[name]} onChange={(e) => change({ [name]: e.target.value })}>
      <option value="">{name}</option>
      {words.map((word) => (
        <option key={word}>{word}</option>
      ))}
    </select>
  );
  return (
    <>
      <div className="bar">
        <input
          id="query"
          placeholder="name or customer"
          value={params.query}
          onChange={(e) => change({ query: e.target.value })}
        />
        {select('status', STATUS)}
        {select('type', TYPES)}
        <input
          type="number"
          placeholder="amount from"
          value={params.amountFrom}
          onChange={(e) => change({ amountFrom: e.target.value })}
        />
      </div>
      <Table
        columns={CONTRACT_COLUMNS}
        rows={data.list}
        order={params.order}
        onOrder={(order) => change({ order })}
      />
      <div className="bar">
        <button disabled={!params.page} onClick={() => change({ page: params.page - 1 })}>
          Prev
        </button>
        <span>
          {params.page + 1} / {Math.ceil(data.size / 100)}
        </span>
        <button id="next" onClick={() => change({ page: params.page + 1 })}>
          Next
        </button>
      </div>
    </>
  );
}

draw(<List />);
