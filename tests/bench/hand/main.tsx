/**
 * The register of contracts as one would write it by hand, and well: plain React, plain fetch, no library. The
 * same session request first, the same page of rows, the same columns, the same filters in sight.
 */
import { useEffect, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { COLUMNS, FILTERS, type Contract, type Filter } from './contract.tsx';
import './style.css';

interface Account {
  firstName: string;
  lastName: string;
  permissions: string[];
}
interface Query {
  page: number;
  order: string;
  filter: Record<string, unknown>;
  text: string;
}

const SIZE = 10;

async function get<T>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(`/api/v3${path}`, {
    ...init,
    headers: { 'X-Requested-With': 'XMLHttpRequest', 'Accept-Language': 'ru' },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as T;
}

function addressOf({ page, order, filter, text }: Query): string {
  const query = new URLSearchParams({ page: String(page), count: String(SIZE), order });
  if (Object.keys(filter).length) query.set('filter', JSON.stringify(filter));
  if (text) query.set('query', text);
  return `/contract/paging?${query.toString()}`;
}

function App(): ReactNode {
  const [account, setAccount] = useState<Account>();
  useEffect(() => {
    void get<Account>('/auth/renew', { method: 'POST' }).then(setAccount);
  }, []);
  if (!account) return null;
  return (
    <>
      <header>
        <b>Договоры</b>
        <span>
          {account.lastName} {account.firstName}
        </span>
      </header>
      <Contracts />
    </>
  );
}

function Contracts(): ReactNode {
  const [query, setQuery] = useState<Query>({ page: 0, order: '+changeTime', filter: {}, text: '' });
  const [found, setFound] = useState<{ list: Contract[]; size: number }>();
  useEffect(() => {
    let gone = false;
    void get<{ list: Contract[]; size: number }>(addressOf(query)).then((page) => !gone && setFound(page));
    return () => {
      gone = true;
    };
  }, [query]);
  const pages = Math.ceil((found?.size ?? 0) / SIZE);
  const filter = (name: string, value: unknown) =>
    setQuery({ ...query, page: 0, filter: { ...query.filter, [name]: value || undefined } });
  return (
    <main>
      <form className="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          Поиск
          <input value={query.text} onChange={(e) => setQuery({ ...query, page: 0, text: e.target.value })} />
        </label>
        {FILTERS.map((one) => (
          <FilterField
            key={one.name}
            filter={one}
            value={query.filter[one.name]}
            onChange={(value) => filter(one.name, value)}
          />
        ))}
      </form>
      {found && (
        <table>
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column.field} style={{ width: column.width }}>
                  <button type="button" onClick={() => setQuery(orderedBy(query, column.field))}>
                    {column.label}
                  </button>
                </th>
              ))}
              <th>Действия</th>
            </tr>
          </thead>
          <tbody>
            {found.list.map((contract) => (
              <tr key={contract.id}>
                {COLUMNS.map((column, i) => (
                  <td key={column.field} style={{ maxWidth: column.width }}>
                    {i === 0 ? (
                      <a href={`/contracts/${contract.id}`}>{column.show(contract)}</a>
                    ) : (
                      column.show(contract)
                    )}
                  </td>
                ))}
                <td>
                  <button type="button" aria-label="Действия">
                    ⋮
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <nav>
        {found?.size} записей, страница {query.page + 1} из {pages}
        <button
          type="button"
          aria-label="Предыдущая страница"
          disabled={query.page === 0}
          onClick={() => setQuery({ ...query, page: query.page - 1 })}
        >
          ‹
        </button>
        <button
          type="button"
          aria-label="Следующая страница"
          disabled={query.page + 1 >= pages}
          onClick={() => setQuery({ ...query, page: query.page + 1 })}
        >
          ›
        </button>
      </nav>
    </main>
  );
}

const orderedBy = (query: Query, field: string): Query => ({
  ...query,
  page: 0,
  order: query.order === `-${field}` ? `+${field}` : `-${field}`,
});

interface FilterFieldProps {
  filter: Filter;
  value: unknown;
  onChange(value: unknown): void;
}

function FilterField({ filter, value, onChange }: FilterFieldProps): ReactNode {
  const text = typeof value === 'string' ? value : '';
  if (filter.type === 'checkbox')
    return (
      <label>
        <input type="checkbox" checked={value === true} onChange={(e) => onChange(e.target.checked)} />
        {filter.label}
      </label>
    );
  if (filter.words)
    return (
      <label>
        {filter.label}
        <select value={text} onChange={(e) => onChange(e.target.value)}>
          <option value="">Все</option>
          {filter.words.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </select>
      </label>
    );
  return (
    <label>
      {filter.label}
      <input type={filter.type} value={text} onChange={(e) => onChange(e.target.value)} />
    </label>
  );
}

createRoot(document.getElementById('root')!).render(<App />);
