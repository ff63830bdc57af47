// @vitest-environment happy-dom
/** References link to the page of the record, where the user may open it. */
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CompiledTable } from '../../engine/language/compiled.ts';
import { action, entry, renderScreen, screenOf, serve, signIn, tableOf, setUpHarness } from './harness.tsx';

setUpHarness();

const owner = {
  id: 'owner',
  label: { const: 'Владелец' },
  content: [
    {
      do: {
        cell: 'reference',
        options: {},
        paths: [['owner']],
        page: { screen: 'customer', parameter: 'customerId', key: 'id' },
      },
    },
  ],
  align: 'start' as const,
};

const customer = entry('customer', '/customers/:customerId', {
  routes: [{ ...entry('customer', '/customers/:customerId').routes[0]!, access: ['SEE_CUSTOMERS'] }],
});

beforeEach(() => {
  serve(() => ({ list: [{ id: '1', name: 'Первый', owner: { id: '7', name: 'Седьмой' } }], size: 1 }));
});

async function open() {
  const view = tableOf({ columns: [...tableOf().columns, owner] });
  await renderScreen(screenOf(view), { entries: [customer] });
  await screen.findByText('Седьмой');
}

describe('a reference', () => {
  it('is a link to the page of its record', async () => {
    signIn(['SEE_CUSTOMERS']);
    await open();
    expect(screen.getByRole('link', { name: 'Седьмой' }).getAttribute('href')).toBe('/customers/7');
  });

  it('is plain text for an account that may not open that page', async () => {
    signIn(['ELSE']);
    await open();
    expect(screen.queryByRole('link', { name: 'Седьмой' })).toBeNull();
  });
});

describe('a column with a link', () => {
  const place = {
    id: 'place',
    label: { const: 'Место' },
    content: [{ do: { cell: 'text', options: {}, paths: [['place']] } }],
    align: 'start' as const,
    link: action('navigate', {
      screen: 'customer',
      with: { customerId: { path: ['row', 'at'] }, near: { path: ['row', 'near'] } },
    }),
  };
  const openWith = async (row: object) => {
    serve(() => ({ list: [{ id: '1', name: 'Первый', place: 'Мира, 1', ...row }], size: 1 }));
    const view = tableOf({ columns: [...tableOf().columns, place] });
    await renderScreen(screenOf(view), { entries: [customer] });
    await screen.findByText('Первый');
  };

  it('links to the page that it names, with values of the row', async () => {
    signIn(['SEE_CUSTOMERS']);
    await openWith({ at: '7', near: 'x' });
    const link = await screen.findByRole('link', { name: 'Мира, 1' });
    expect(link.getAttribute('href')).toBe('/customers/7?near=x');
  });

  it.each([
    ['a value of the address is missing', { at: '7', near: null }, 'SEE_CUSTOMERS'],
    ['there is nothing to press', { at: '7', near: 'x', place: '' }, 'SEE_CUSTOMERS'],
    ['the reader may not enter', { at: '7', near: 'x' }, 'ELSE'],
  ])('is plain where %s', async (_, row, right) => {
    signIn([right]);
    await openWith(row);
    expect(document.querySelector('td a')).toBeNull();
  });
});

describe('the link that opens a row', () => {
  const phone = {
    id: 'phone',
    label: { const: 'Телефон' },
    content: [{ do: { cell: 'phone', options: {}, paths: [['phone']], interactive: true } }],
    align: 'start' as const,
  };

  const openWith = async (columns: CompiledTable['columns']) => {
    serve(() => ({ list: [{ id: '1', name: 'Первый', phone: '+70000000001' }], size: 1 }));
    await renderScreen(screenOf(tableOf({ columns, onRow: [{ do: action('open', { screen: 'look' }) }] })));
    await screen.findByRole('link', { name: '+70000000001' });
  };

  it('skips a column whose cell has its own link', async () => {
    await openWith([phone, ...tableOf().columns]);
    expect(screen.getByRole('button', { name: 'Первый' }).closest('td')!.dataset.cell).toBe('lead');
    expect(screen.getByRole('link', { name: '+70000000001' }).closest('button')).toBeNull();
  });

  it('is beside the cell where every column has such a link', async () => {
    await openWith([phone]);
    const opens = screen.getByRole('button', { name: 'Открыть' });
    expect(opens.querySelector('a')).toBeNull();
    expect(opens.closest('td')!.dataset.cell).toBe('lead');
  });
});
