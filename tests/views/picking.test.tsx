// @vitest-environment happy-dom
/** A dialog that picks: directly by Enter and a double press, and without a confirmation for one tick. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { CompiledFilter, CompiledTable } from '../../engine/language/compiled.ts';
import { engine } from '../engine.ts';
import { action, pageOf, renderScreen, screenOf, serve, setUpHarness, tableOf } from './harness.tsx';

setUpHarness();

const search: CompiledFilter = {
  type: 'text',
  paramName: 'query',
  label: { const: 'Поиск' },
} as CompiledFilter;
const pick = (select: 'one' | 'many', more: Partial<CompiledTable> = {}, button = {}) =>
  screenOf(tableOf({ select: { const: select }, filters: [search], ...more }), {
    dialog: { size: 'wide' },
    buttons: [action('pick', { label: { const: 'Выбрать' }, value: { path: ['selection'] }, ...button })],
  });

/** Opens the dialog; `picked` is its result. */
async function open(
  select: 'one' | 'many',
  more: Partial<CompiledTable> = {},
  button = {},
): Promise<{ picked: Promise<unknown> }> {
  const names = ['Анна', 'Борис', 'Вера'];
  serve(({ query: { query = '' } }) =>
    pageOf(names.filter((name) => name.toLowerCase().includes(query.toLowerCase()))),
  );
  await renderScreen(screenOf({ type: 'stack', at: '/view', direction: 'rows', items: [] }));
  const picked = engine.dialogs.open(pick(select, more, button));
  await screen.findByText('Вера');
  return { picked };
}
const rowOf = (name: string) => screen.getByText(name).closest('tr')!;

describe('a dialog that picks', () => {
  it('picks the one hit of its search by Enter, and nothing among several', async () => {
    const { picked } = await open('one');
    const box = screen.getByRole('searchbox', { name: 'Поиск' });
    await userEvent.type(box, 'а{Enter}');
    await waitFor(() => expect(screen.queryByText('Борис')).toBeNull());
    expect(screen.getByRole('dialog')).toBeTruthy();
    await userEvent.type(box, 'нн{Enter}');
    expect(await picked).toMatchObject([{ id: 'Анна' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('picks a row by a double press', async () => {
    const { picked } = await open('one');
    await userEvent.dblClick(rowOf('Борис').querySelector('td:last-child')!);
    expect(await picked).toMatchObject([{ id: 'Борис' }]);
  });

  it('does not pick an unselectable row by a double press', async () => {
    const { picked } = await open('one', { selectableWhen: { cel: "row.name != 'Борис'" } });
    await userEvent.dblClick(rowOf('Борис').querySelector('td:last-child')!);
    expect(screen.getByRole('dialog')).toBeTruthy();
    await userEvent.dblClick(rowOf('Анна').querySelector('td:last-child')!);
    expect(await picked).toMatchObject([{ id: 'Анна' }]);
  });

  it('picks nothing by a double press while its button is disabled', async () => {
    await open('one', {}, { enabledWhen: { cel: "selection.exists(row, row.name == 'Анна')" } });
    await userEvent.dblClick(rowOf('Борис').querySelector('td:last-child')!);
    expect(screen.getByRole('dialog')).toBeTruthy();
    await userEvent.dblClick(rowOf('Анна').querySelector('td:last-child')!);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('ticks with Shift all rows from the last one on, and takes their ticks again (C26)', async () => {
    await open('many');
    const boxes = ['Анна', 'Борис', 'Вера'].map((name) => within(rowOf(name)).getByRole('checkbox'));
    const ticks = () => boxes.map((box) => (box as HTMLInputElement).checked);
    const user = userEvent.setup();
    await user.click(boxes[2]!);
    await user.keyboard('{Shift>}');
    await user.click(boxes[0]!);
    expect(ticks()).toEqual([true, true, true]);
    await user.click(boxes[1]!);
    expect(ticks()).toEqual([false, false, true]);
    await user.keyboard('{/Shift}');
    await user.click(boxes[0]!);
    expect(ticks()).toEqual([true, false, true]);
  });

  it('has one tick where one is picked, and a second press removes it', async () => {
    await open('one');
    const boxes = ['Анна', 'Вера'].map((name) => within(rowOf(name)).getByRole('checkbox'));
    const ticks = () => boxes.map((box) => (box as HTMLInputElement).checked);
    const user = userEvent.setup();
    await user.click(boxes[0]!);
    await user.keyboard('{Shift>}');
    await user.click(boxes[1]!);
    expect(ticks()).toEqual([false, true]);
    await user.keyboard('{/Shift}');
    await user.click(boxes[1]!);
    expect(ticks()).toEqual([false, false]);
  });

  it('ticks the page, and unticks the page alone', async () => {
    await open('many');
    const page = screen.getByRole('checkbox', { name: 'Выбрать все строки на странице' }) as HTMLInputElement;
    const box = screen.getByRole('searchbox', { name: 'Поиск' });
    await userEvent.click(within(rowOf('Борис')).getByRole('checkbox'));
    expect([page.checked, page.indeterminate]).toEqual([false, true]);
    await userEvent.type(box, 'нн');
    await waitFor(() => expect(screen.queryByText('Борис')).toBeNull());
    await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать все строки на странице' }));
    expect(screen.getByText('Выбрано 2 записи')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать все строки на странице' }));
    expect(screen.getByText('Выбрана 1 запись')).toBeTruthy();
  });

  it('picks a row by Enter on its box', async () => {
    const { picked } = await open('one');
    within(rowOf('Вера')).getByRole('checkbox').focus();
    await userEvent.keyboard('{Enter}');
    expect(await picked).toMatchObject([{ id: 'Вера' }]);
  });

  it('asks for no confirmation about one tick, but about several', async () => {
    const { picked } = await open('many');
    await userEvent.click(within(rowOf('Анна')).getByRole('checkbox'));
    await userEvent.click(within(rowOf('Вера')).getByRole('checkbox'));
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByRole('alertdialog')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await userEvent.click(within(rowOf('Вера')).getByRole('checkbox'));
    await userEvent.keyboard('{Escape}');
    expect(await picked).toBeUndefined();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
