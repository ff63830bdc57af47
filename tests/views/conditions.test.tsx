// @vitest-environment happy-dom
/** Inputs of kind condition: a condition of the opener on the rows of its dialog, evaluated for each row. */
import { screen, within as inside } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { CompiledInput, CompiledTable } from '../../engine/language/compiled.ts';
import {
  action,
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

const taken: CompiledInput = { type: 'condition', optional: true, list: false };
const one = operation('one', { reply: 'record', key: ['id'] });

/** A page whose button opens a table of things; `when` is the condition on the rows. */
async function openPicker(when: object | undefined, more: Partial<CompiledTable> = {}, input = taken) {
  const open = action('open', {
    screen: 'pick',
    label: { const: 'Выбрать' },
    with: when ? { taken: when as never } : {},
  });
  const page = screenOf(tableOf({ toolbar: [open], source: { operation: 'none', with: {}, live: [] } }), {
    records: { team: { operation: 'one', with: {}, live: [] } },
    operations: { none: operation('none'), one },
  });
  const pick = screenOf(
    tableOf({ select: { const: 'many' }, selectableWhen: { cel: '!input.taken' }, ...more }),
    { id: 'pick', dialog: { size: 'medium' }, input: { taken: input }, operations: { things } },
  );
  serve(({ path }) =>
    path === '/api/one' ? { ids: ['b'] } : path === '/api/things' ? pageOf(['a', 'b', 'c']) : pageOf([]),
  );
  await renderScreen(page, { screens: { pick } });
  await userEvent.click(await screen.findByRole('button', { name: 'Выбрать' }));
  const dialog = await screen.findByRole('dialog');
  await inside(dialog).findByText('b');
  return inside(dialog);
}
const boxes = (dialog: Awaited<ReturnType<typeof openPicker>>) =>
  dialog
    .getAllByRole<HTMLInputElement>('checkbox', { name: 'Выбрать строку' })
    .map(({ disabled }) => !disabled);

it('is evaluated for each row, in the scope of the opener', async () => {
  const dialog = await openPicker({ cel: 'row.id in records.team.ids' });
  expect(boxes(dialog)).toEqual([true, false, true]);
});

it('is false for every row when it is not passed and has no default', async () => {
  expect(boxes(await openPicker(undefined))).toEqual([true, true, true]);
});

it('has a default for all rows', async () => {
  expect(boxes(await openPicker(undefined, {}, { ...taken, default: { const: true } }))).toEqual([
    false,
    false,
    false,
  ]);
});

it('is read wherever there is a row: a condition alone, a tone, an action of the row', async () => {
  const dialog = await openPicker(
    { cel: "row.name == 'c'" },
    {
      selectableWhen: { path: ['input', 'taken'] },
      rowTone: { cel: "input.taken ? 'danger' : 'default'" },
      rowActions: [action('close', { label: { const: 'Взять' }, visibleWhen: { cel: 'input.taken' } })],
    },
  );
  expect(boxes(dialog)).toEqual([false, false, true]);
  const rows = dialog.getAllByRole('row').slice(1);
  expect(rows.map((row) => row.querySelector('td')!.className.includes('bg-danger-soft'))).toEqual([
    false,
    false,
    true,
  ]);
  for (const [i, shown] of [false, false, true].entries()) {
    await userEvent.click(inside(rows[i]!).getByRole('button', { name: 'Действия со строкой' }));
    await screen.findAllByRole('menuitem');
    expect(screen.queryByRole('menuitem', { name: 'Взять' }) !== null).toBe(shown);
    await userEvent.keyboard('{Escape}');
  }
});
