// @vitest-environment happy-dom
/** Fields, sections and panes inside lists: conditions that read the form or the item, and errors. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { CompiledLayout } from '../../engine/language/compiled.ts';
import type { JsonSchema } from '../../engine/language/schema.ts';
import { calls, operation, renderScreen, screenOf, serve, setUpHarness } from '../views/harness.tsx';
import { field, form, listField, schema } from './fixture.ts';

setUpHarness();

const save = operation('save', { method: 'POST', body: ['kind', 'rows'], reply: 'record' });
const text = { type: 'string' } as const;
const INNER = { type: 'object', properties: { code: text, note: text, memo: text } } as const;
const ITEM = {
  type: 'object',
  properties: { place: text, code: text, sum: text, inner: { type: 'array', items: INNER } },
} as const;

const labelled = (path: string, patch = {}) => field(path, { label: { const: path }, ...patch });
async function open(items: CompiledLayout[], rows: unknown[], item: JsonSchema = ITEM): Promise<void> {
  serve(() => ({ id: '1' }));
  const view = form([labelled('kind'), listField('rows', item, items)], {
    schema: 'Save',
    initial: { rows: { const: rows } },
  });
  await renderScreen(
    screenOf(view, {
      operations: { save },
      schemas: { Save: schema({ kind: text, rows: { type: 'array', items: item } }) },
    }),
  );
  await screen.findByLabelText('kind');
}

const shown = (label: string) => screen.queryAllByLabelText(label).length;

it('a field that depends on the form is shown and hidden in every item as the form changes', async () => {
  await open([labelled('place', { visibleWhen: { cel: "has(form.kind) && form.kind == 'B'" } })], [{}, {}]);
  expect(shown('place')).toBe(0);
  await userEvent.type(screen.getByLabelText('kind'), 'B');
  await waitFor(() => expect(shown('place')).toBe(2));
  await userEvent.type(screen.getByLabelText('kind'), 'C');
  await waitFor(() => expect(shown('place')).toBe(0));
});

it('a section that depends on the item is shown in that item alone', async () => {
  await open(
    [
      labelled('code'),
      {
        type: 'section',
        title: { const: 'Оплата' },
        columns: 1,
        rows: [labelled('sum')],
        visibleWhen: { cel: "has(item.code) && item.code == '1'" },
        whenHidden: 'drop',
      },
    ],
    [{ code: '1' }, { code: '2' }],
  );
  await waitFor(() => expect(shown('sum')).toBe(1));
  expect(screen.queryAllByRole('region', { name: 'Оплата' })).toHaveLength(1);
  await userEvent.clear(screen.getAllByLabelText('code')[1]!);
  await userEvent.type(screen.getAllByLabelText('code')[1]!, '1');
  await waitFor(() => expect(screen.queryAllByRole('region', { name: 'Оплата' })).toHaveLength(2));
});

it('in a list within a list, a field is hidden on the page exactly where the request lacks it', async () => {
  await open(
    [
      labelled('place', { visibleWhen: { cel: "item.code == '1'" } }),
      listField('inner', INNER, [
        labelled('note', { visibleWhen: { cel: "has(form.kind) && form.kind == 'B'" } }),
        labelled('memo', { visibleWhen: { cel: "item.code == '1'" } }),
      ]),
    ],
    [
      { code: '1', place: 'A', inner: [{ code: '1', note: 'n', memo: 'm' }] },
      { code: '2', place: 'B', inner: [{ code: '2', note: 'n', memo: 'm' }] },
    ],
  );
  await waitFor(() => expect([shown('place'), shown('note'), shown('memo')]).toEqual([1, 0, 1]));
  await userEvent.type(screen.getByLabelText('kind'), 'B');
  await waitFor(() => expect([shown('place'), shown('note'), shown('memo')]).toEqual([1, 2, 1]));
  await userEvent.clear(screen.getByLabelText('kind'));
  await waitFor(() => expect(shown('note')).toBe(0));
  await userEvent.type(screen.getByLabelText('kind'), 'C');
  await userEvent.click(screen.getByRole('button', { name: 'save' }));
  await waitFor(() =>
    expect(calls.at(-1)).toMatchObject({
      body: {
        rows: [
          { code: '1', place: 'A', inner: [{ code: '1', memo: 'm' }] },
          { code: '2', inner: [{ code: '2' }] },
        ],
      },
    }),
  );
});

it('an inner list whose fields read only the form, inside an item whose fields read the item', async () => {
  await open(
    [
      labelled('place', { visibleWhen: { cel: "item.code == '1'" } }),
      listField('inner', INNER, [labelled('note', { visibleWhen: { cel: "form.kind == 'B'" } })]),
    ],
    [{ code: '1', place: 'A', inner: [{ note: 'n' }, { note: 'o' }] }],
  );
  await userEvent.type(screen.getByLabelText('kind'), 'B');
  await waitFor(() => expect(shown('note')).toBe(2));
  await userEvent.clear(screen.getByLabelText('kind'));
  await userEvent.type(screen.getByLabelText('kind'), 'A');
  await waitFor(() => expect(shown('note')).toBe(0));
  expect(shown('place')).toBe(1);
});

it('an error in a pane of an item is counted at that pane, which opens for its link', async () => {
  const panes: CompiledLayout = {
    type: 'panes',
    panes: [
      { id: 'where', label: { const: 'Где' }, layout: [labelled('place')] },
      {
        id: 'cost',
        label: { const: 'Сколько' },
        layout: [labelled('sum', { required: true, schema: { type: 'string', minLength: 1 } })],
      },
    ],
  };
  await open([panes], [{ place: 'A', sum: '1' }, { place: 'B' }], { ...ITEM, required: ['sum'] });
  await userEvent.click(screen.getByRole('button', { name: 'save' }));
  const counts = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
  await waitFor(() =>
    expect(counts()).toEqual(['Где', 'Сколько', 'Где', expect.stringMatching(/^Сколько.*1/)]),
  );
  expect(shown('sum')).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'rows: строка 2, sum' }));
  await waitFor(() => expect(document.activeElement?.id).toMatch(/rows\.1\.sum$/));
  expect(shown('place')).toBe(1);
});
