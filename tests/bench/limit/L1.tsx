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

function useContracts(asked: Asked): Contracts {
  const [data, setData] = useState<Contracts>({ list: [], size: 0 });
  useEffect(() => {
    const leave = new AbortController();
    const { page, order, ...filters } = asked;
    const sort = order && (order.endsWith(' desc') ? `-${order.slice(0, -5)}` : `+${order}`);
    const query = new URLSearchParams({ page: String(page), count: '100', order: sort, ...filters });
    fetch(`/api/contracts?${query}`, { signal: leave.signal })
      .then(async (reply) => setData((await reply.json()) as Contracts))
      .catch(() => undefined);
    return () => leave.abort();
  }, [asked]);
  return data;
}

function List() {
  const [asked, setAsked] = useState(NOTHING);
  const data = useContracts(asked);
  const change = (patch: Partial<Asked>) => setAsked((now) => ({ ...now, page: 0, ...patch }));
  const select = (name: 'status' | 'type', words: readonly string[]) => (
    <select aria-label={name} value={asked[name]} onChange={(e) => change({ [name]: e.target.value })}>
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
          value={asked.query}
          onChange={(e) => change({ query: e.target.value })}
        />
        {select('status', STATUS)}
        {select('type', TYPES)}
        <input
          type="number"
          placeholder="amount from"
          value={asked.amountFrom}
          onChange={(e) => change({ amountFrom: e.target.value })}
        />
      </div>
      <Table
        columns={CONTRACT_COLUMNS}
        rows={data.list}
        order={asked.order}
        onOrder={(order) => change({ order })}
      />
      <div className="bar">
        <button disabled={!asked.page} onClick={() => change({ page: asked.page - 1 })}>
          Prev
        </button>
        <span>
          {asked.page + 1} / {Math.ceil(data.size / 100)}
        </span>
        <button id="next" onClick={() => change({ page: asked.page + 1 })}>
          Next
        </button>
      </div>
    </>
  );
}

draw(<List />);
