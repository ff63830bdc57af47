// @vitest-environment happy-dom
/** A row expansion reads its row, and has its own page and order. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { engine } from '../engine.ts';
import {
  calls,
  operation,
  pageOf,
  renderScreen,
  screenOf,
  serve,
  tableOf,
  things,
  setUpHarness,
} from './harness.tsx';

setUpHarness();

const parts = operation('parts', { parameters: { ...things.parameters, of: { in: 'query' } }, key: ['id'] });
const below = tableOf({
  at: '/view/below',
  source: { operation: 'parts', with: { of: { path: ['row', 'id'] } }, live: [] },
});

const press = (one: HTMLElement) => act(async () => void fireEvent.click(one));

async function open(): Promise<HTMLElement[]> {
  serve(({ path, query }) =>
    path === '/api/parts' ? pageOf([`Часть ${query['of']}`], 30) : pageOf(['Ведро', 'Бак']),
  );
  await renderScreen(screenOf(tableOf({ below }), { operations: { things, parts } }));
  await screen.findByText('Ведро');
  return screen.getAllByRole('button', { name: 'Показать подробности строки' });
}

it('requests by the row when it is opened, for each row separately', async () => {
  const [first, second] = await open();
  expect(calls.map(({ path }) => path)).toEqual(['/api/things']);
  await press(first!);
  await screen.findByText('Часть Ведро');
  await press(second!);
  await screen.findByText('Часть Бак');
  expect(calls.slice(1).map(({ query }) => query['of'])).toEqual(['Ведро', 'Бак']);
  expect(document.getElementById(first!.getAttribute('aria-controls')!)!.textContent).toContain(
    'Часть Ведро',
  );
  await press(screen.getAllByRole('button', { name: 'Скрыть подробности строки' })[0]!);
  expect(screen.queryByText('Часть Ведро')).toBeNull();
  expect(screen.getByText('Часть Бак')).toBeTruthy();
});

it('leaves the address of the page unchanged', async () => {
  const [first] = await open();
  await press(first!);
  const inner = (await screen.findByText('Часть Ведро')).closest<HTMLElement>('[data-part=below]')!;
  await press(within(inner).getByRole('button', { name: /Следующая/ }));
  await screen.findByText('Часть Ведро');
  expect(calls.at(-1)!.query).toMatchObject({ of: 'Ведро', page: '1' });
  expect(engine.history.location.get().search).toBe('');
});
