// @vitest-environment jsdom
/** A table as the reader arranges it: order, width, pins; kept, and of use when columns have come or gone. */
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { arrange } from '../../engine/views/table/model.ts';
import { PLAIN } from '../../engine/views/table/looks.ts';
import { exportOf } from '../../engine/views/table/export.ts';
import { requestParts } from '../../engine/data/request.ts';
import { operation, renderScreen, screenOf, serve, tableOf, things } from './harness.tsx';

const column = (id: string) => ({ ...tableOf().columns[0]!, id, label: { const: id } });
const view = tableOf({ columns: ['name', 'place', 'owner'].map(column) });
const heads = () => [...document.querySelectorAll('th[data-column]')].map((head) => head.textContent);
const open = async () => {
  serve(() => ({ list: [{ id: '1', name: 'x' }], size: 1 }));
  await renderScreen(screenOf(view, { operations: { things } }));
  await screen.findByRole('table');
};

it('is arranged by the keyboard alone, and so at the next visit', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Вид таблицы' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Настроить столбцы…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: '«owner»: выше' }));
  expect(heads()).toEqual(['name', 'owner', 'place']);
  await userEvent.click(dialog.getByRole('button', { name: 'Закрепить «place»' }));
  expect(heads()).toEqual(['place', 'name', 'owner']);
  const width = dialog.getByRole('spinbutton', { name: 'Ширина столбца «name»' });
  await userEvent.type(width, '300');
  await userEvent.tab();
  expect(document.querySelector<HTMLElement>('th[data-column=name]')!.style.width).toBe('300px');
  expect(document.querySelector<HTMLElement>('th[data-column=place]')!.style.left).toBe('var(--pin-0)');
  await act(async () => cleanup());
  await open();
  expect(heads()).toEqual(['place', 'name', 'owner']);
});

it('leaves alone what is gone, and puts what is new where the screen has it', () => {
  const looks = {
    ...PLAIN,
    order: ['gone', 'owner', 'name'],
    pinned: ['gone'],
    widths: { gone: 5, name: 90 },
  };
  const arranged = arrange(view.columns, looks);
  expect(arranged.map(({ id }) => id)).toContain('place');
  expect(arranged.findIndex(({ id }) => id === 'owner')).toBeLessThan(
    arranged.findIndex(({ id }) => id === 'name'),
  );
  expect(arranged.find(({ id }) => id === 'name')!.width).toBe(90);
});

it('is had whole from beside its list, without page and count', () => {
  const whole = exportOf(operation('things', things))!;
  const args = { owner: 'a', order: '-name', format: 'csv', columns: [{ label: 'N', path: 'name' }] };
  const { url } = requestParts(whole, args);
  expect(url.startsWith(`${things.path}/export?`)).toBe(true);
  expect(Object.keys(Object.fromEntries(new URL(url, 'http://x').searchParams)).sort()).toEqual([
    'columns',
    'filter',
    'format',
    'order',
  ]);
  expect(exportOf(operation('things', { reply: 'list' }))).toBeUndefined();
});
