// @vitest-environment happy-dom
/** A list of a form as a table: columns, added and removed rows, sums. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRegistry } from '../../engine/registry/registry.ts';
import { registerBuiltins } from '../../engine/views/builtins.ts';
import { totalOf } from '../../engine/views/form/fields/table/totals.ts';
import { field, form, schema } from '../form/fixture.ts';
import { calls, operation, renderScreen, screenOf, serve, things, setUpHarness } from './harness.tsx';

setUpHarness();

const NUMBER = { type: 'number' as const, maximum: 100 };
const ITEM = schema({ name: { type: 'string' }, share: NUMBER, weight: NUMBER }, ['name']);
const PARTS = { type: 'array' as const, items: ITEM };
const part = (name: string, label: string, more = {}) => field(name, { label: { const: label }, ...more });
const parts = field('parts', {
  label: { const: 'Части' },
  widget: 'table',
  schema: PARTS,
  options: { totals: ['share'] },
  items: [
    part('name', 'Название', { required: true }),
    {
      type: 'row',
      fields: [
        part('share', 'Доля', { widget: 'number', schema: NUMBER }),
        part('weight', 'Вес', { widget: 'number', schema: NUMBER }),
      ],
    },
  ],
});

async function open(initial: unknown) {
  const registry = createRegistry();
  registerBuiltins(registry);
  await registry.load('view', 'form');
  const view = form([parts], { initial: { parts: { const: initial } } });
  const save = operation('save', { method: 'POST', body: ['parts'], reply: 'record' });
  const page = screenOf(view, { operations: { things, save }, schemas: { Save: schema({ parts: PARTS }) } });
  await renderScreen(page, { registry });
  return screen.findByRole('table', { name: 'Части' });
}

beforeEach(() => serve(() => ({})));

describe('a list as a table', () => {
  it('has a column per field and a row per item, each control named by its column', async () => {
    const table = await open([
      { name: 'а', share: 1.1, weight: 5 },
      { name: 'б', share: 2.2 },
    ]);
    const heads = within(table).getAllByRole('columnheader');
    expect(heads.slice(0, 3).map((head) => head.textContent)).toEqual(['Название*', 'Доля', 'Вес']);
    expect(within(table).getAllByLabelText('Доля')).toHaveLength(2);
    expect(table.querySelector('tfoot')?.textContent).toContain('3,3');
  });

  it('adds up what is typed, and sends added rows without the removed ones', async () => {
    const table = await open([
      { name: 'а', share: 1 },
      { name: 'б', share: 2 },
    ]);
    await userEvent.click(within(table).getAllByRole('button', { name: /Убрать|Удалить|remove/i })[0]!);
    await userEvent.click(screen.getByRole('button', { name: /list\.add|Добавить/ }));
    await userEvent.type(screen.getAllByLabelText('Название*')[1]!, 'в');
    await userEvent.type(screen.getAllByLabelText('Доля')[1]!, '40');
    await waitFor(() => expect(document.querySelector('tfoot')?.textContent).toContain('42'));
    await userEvent.click(screen.getByRole('button', { name: 'save' }));
    await waitFor(() =>
      expect(calls.at(-1)?.body).toEqual({
        parts: [
          { name: 'б', share: 2 },
          { name: 'в', share: 40 },
        ],
      }),
    );
  });

  it('shows an error at its cell', async () => {
    await open([{ name: 'а', share: 1 }]);
    await userEvent.clear(screen.getByLabelText('Доля'));
    await userEvent.type(screen.getByLabelText('Доля'), '400');
    await userEvent.click(screen.getByRole('button', { name: 'save' }));
    await waitFor(() => expect(screen.getByLabelText('Доля').getAttribute('aria-invalid')).toBe('true'));
    expect(calls).toEqual([]);
  });
});

it('sums are of decimals, without binary rounding errors', () =>
  expect(totalOf([{ a: 0.1 }, { a: 0.2 }, { a: 'x' }, {}], 'a')).toBe(0.3));
