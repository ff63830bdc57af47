// @vitest-environment happy-dom
/** Actions between the fields of an item of a list. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { action, calls, operation, renderScreen, screenOf, serve, setUpHarness } from '../views/harness.tsx';
import { field, form, listField, schema } from './fixture.ts';

setUpHarness();

const save = operation('save', { method: 'POST', body: ['rows'], reply: 'record' });
const find = operation('find', {
  path: '/api/find',
  parameters: { place: { in: 'query' } },
  reply: 'record',
});
const ITEM = { type: 'object', properties: { place: { type: 'string' }, code: { type: 'string' } } } as const;
const view = form(
  [
    listField(
      'rows',
      ITEM,
      [
        field('place', { label: { const: 'Место' } }),
        field('code', { label: { const: 'Код' } }),
        {
          type: 'actions',
          actions: [
            action('call', {
              label: { const: 'Найти код' },
              operation: 'find',
              visibleWhen: { cel: 'has(item.place)' },
              with: { place: { path: ['item', 'place'] } },
              then: [
                action('fill', { form: '/view', item: true, values: { code: { path: ['result', 'code'] } } }),
              ],
            }),
          ],
        },
      ],
      'Строки',
    ),
  ],
  { schema: 'Save', at: '/view', initial: { rows: { const: [{ place: 'Садовая' }, {}] } } },
);

it('read the item, are shown by its conditions, and write into it alone', async () => {
  serve(({ path }) => (path === '/api/find' ? { code: 'К-7' } : { id: '1' }));
  await renderScreen(
    screenOf(view, {
      operations: { save, find },
      schemas: { Save: schema({ rows: { type: 'array', items: ITEM } }, []) },
    }),
  );
  await screen.findAllByLabelText('Код');
  const buttons = () => screen.queryAllByRole('button', { name: 'Найти код' });
  await waitFor(() => expect(buttons()).toHaveLength(1));
  await userEvent.type(screen.getAllByLabelText('Место')[1]!, 'Лесная');
  await waitFor(() => expect(buttons()).toHaveLength(2));
  await userEvent.click(buttons()[1]!);
  const codes = () => screen.getAllByLabelText<HTMLInputElement>('Код').map(({ value }) => value);
  await waitFor(() => expect(codes()).toEqual(['', 'К-7']));
  expect(calls.find(({ path }) => path === '/api/find')).toMatchObject({ query: { place: 'Лесная' } });
});
