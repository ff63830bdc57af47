// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type FC, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineContext } from '../../engine/data/engine.ts';
import { DateInput, type DateInputProps } from '../../engine/views/date-input/DateInput.tsx';
import confirmableDate from '../../engine/views/form/fields/confirmableDate/index.tsx';
import dateTime from '../../engine/views/form/fields/dateTime/index.tsx';
import days from '../../engine/views/form/fields/days/index.tsx';
import { engine, renewEngine } from '../engine.ts';
import { spec } from '../spec/spec.ts';

beforeEach(async () => {
  localStorage.clear();
  renewEngine({ locales: { ru: async () => ({}), en: async () => ({}) } });
  await engine.i18n.start();
});
afterEach(cleanup);

const Provider = ({ children }: { children: ReactNode }) => (
  <EngineContext value={engine}>{children}</EngineContext>
);
const draw = (page: ReactNode) => render(page, { wrapper: Provider });

function Form({ told, ...props }: Partial<DateInputProps> & { told(day: string | null): void }) {
  const [value, setValue] = useState(props.value ?? null);
  const change = (day: string | null) => {
    told(day);
    setValue(day);
  };
  return (
    <>
      <label htmlFor="day">День</label>
      <DateInput id="day" label="День" {...props} value={value} onChange={change} />
      <button type="button">дальше</button>
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('День');
async function type(text: string) {
  await userEvent.clear(field());
  if (text) await userEvent.type(field(), text);
}

describe('date input', () => {
  it('accepts typed text on blur, not before', async () => {
    spec('V-008');
    const told = vi.fn();
    draw(<Form told={told} value="2026-01-15" />);
    expect(field().value).toBe('15.01.2026');
    await type('01.03.2026');
    expect(told).not.toHaveBeenCalled();
    await userEvent.tab();
    expect(told.mock.calls).toEqual([['2026-03-01']]);
  });

  it('keeps text that is no date and reports it; the calendar or a valid date clears the error', async () => {
    spec('V-011');
    const [told, onUnread] = [vi.fn(), vi.fn()];
    draw(<Form told={told} value="2026-01-15" onUnread={onUnread} />);
    await type('31.02.2026');
    await userEvent.tab();
    expect(field().value).toBe('31.02.2026');
    expect(told).not.toHaveBeenCalled();
    expect(onUnread.mock.lastCall![0]).toMatchObject({ text: '31.02.2026' });
    await type('28.02.2026');
    await userEvent.tab();
    expect(onUnread.mock.lastCall).toEqual([undefined]);
    expect(told.mock.calls).toEqual([['2026-02-28']]);
  });

  it('is raised to the minimum, also when it was set from outside', async () => {
    spec('V-012');
    const told = vi.fn();
    draw(<Form told={told} value="2026-01-15" min="2026-02-01" />);
    expect(told.mock.calls).toEqual([['2026-02-01']]);
    await type('05.01.2026');
    await userEvent.tab();
    expect(field().value).toBe('01.02.2026');
  });

  it('closes its calendar by Esc before the days are loaded', async () => {
    draw(<Form told={vi.fn()} />);
    const user = userEvent.setup();
    const opener = screen.getByRole('button', { name: /calendar|open/i });
    await user.click(opener);
    expect(screen.getByRole('dialog', { hidden: true })).toBeDefined();
    opener.focus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  });

  it('is cleared by its icon, and the calendar selects a day', async () => {
    spec('B-139', 'B-140');
    const told = vi.fn();
    draw(<Form told={told} value="2026-01-15" />);
    await userEvent.click(screen.getByRole('button', { name: /calendar|open/i }));
    // The DOM of the tests does not support popovers and treats them as hidden.
    await userEvent.click(await screen.findByRole('button', { name: /20 января/, hidden: true }));
    expect(told).toHaveBeenLastCalledWith('2026-01-20');
    await userEvent.click(screen.getByRole('button', { name: /clear/i }));
    expect(told).toHaveBeenLastCalledWith(null);
  });

  it('names its days in American English, but begins weeks on Monday', async () => {
    spec('C-020');
    await engine.i18n.setLocale('en');
    draw(<Form told={vi.fn()} value="2026-01-15" />);
    await userEvent.click(screen.getByRole('button', { name: /calendar|open/i }));
    expect(await screen.findByRole('button', { name: /January 20th, 2026/, hidden: true })).toBeDefined();
    const first = document.querySelector('[popover] thead th');
    expect([first?.getAttribute('aria-label'), field().value]).toEqual(['Monday', '15.01.2026']);
    await act(() => engine.i18n.setLocale('ru'));
    expect(engine.i18n.formatNumber(1234.5)).toBe(new Intl.NumberFormat('ru-RU').format(1234.5));
    expect(await screen.findByRole('button', { name: /20 января/, hidden: true })).toBeDefined();
  });

  it('of a date-time accepts the time that is typed or pasted after the date', async () => {
    const onChange = vi.fn();
    const { component: Moment } = dateTime as unknown as { component: FC<Record<string, unknown>> };
    const more = { id: 'day', label: 'День', field: { options: {} }, value: null };
    draw(<Moment {...more} onChange={onChange} onBlur={vi.fn()} onUnread={vi.fn()} />);
    await userEvent.type(screen.getByRole('textbox', { name: '' }), '01.02.2026 08:30');
    await userEvent.tab();
    expect(onChange).toHaveBeenLastCalledWith('2026-02-01T08:30:00Z');
  });

  it('of a period accepts two pasted days, at either end', async () => {
    const [told, onOther] = [vi.fn(), vi.fn()];
    const end = (end: 'first' | 'last') => ({ end, other: undefined, onOther });
    const { unmount } = draw(<Form told={told} period={end('first')} />);
    await type('01.02.2026 – 15.02.2026');
    await userEvent.tab();
    expect([told.mock.calls, onOther.mock.calls]).toEqual([[['2026-02-01']], [['2026-02-15']]]);
    unmount();
    draw(<Form told={told} period={end('last')} />);
    await type('2026-03-01 - 2026-03-09');
    await userEvent.tab();
    expect([told, onOther].map((one) => one.mock.lastCall)).toEqual([['2026-03-09'], ['2026-03-01']]);
  });

  it('of a period is chosen with the other in one calendar, and none before the first', async () => {
    const [told, onOther] = [vi.fn(), vi.fn()];
    draw(<Form told={told} value="2026-01-05" period={{ end: 'first', other: undefined, onOther }} />);
    const day = (name: RegExp) => screen.findByRole('button', { name, hidden: true });
    await userEvent.click(screen.getByRole('button', { name: /calendar|open/i }));
    await userEvent.click(await day(/12 января/));
    expect(await day(/11 января/)).toHaveProperty('disabled', true);
    await userEvent.click(await day(/20 января/));
    expect([told.mock.calls, onOther.mock.calls]).toEqual([[['2026-01-12']], [['2026-01-20']]]);
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  });

  it('that waits for confirmation is preserved when its field is re-rendered', async () => {
    spec('B-227');
    const onChange = vi.fn();
    const { component: Field } = confirmableDate as unknown as { component: FC<Record<string, unknown>> };
    const field = { options: {}, schema: { type: 'string', format: 'date' } };
    const more = { id: 'day', label: 'День', field, value: '2026-05-10', onBlur: vi.fn(), onUnread: vi.fn() };
    draw(<Field {...more} unread="12.05.2026" onChange={onChange} />);
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('12.05.2026');
    await userEvent.click(screen.getByRole('button', { name: /confirm/i }));
    expect(onChange.mock.calls).toEqual([['2026-05-12']]);
  });

  it('throws when it has both allowed days and a limit', () => {
    spec('V-013');
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const wrong = () => draw(<Form told={vi.fn()} allowed={['2026-01-01']} max="2026-02-01" />);
    expect(wrong).toThrow('either the allowed days or the limits');
  });
});

describe('a set of days', () => {
  const Days = days.component as unknown as FC<Record<string, unknown>>;
  function Set({ told }: { told(value: string[]): void }) {
    const [value, setValue] = useState<string[]>(['2026-03-10']);
    const field = { options: { min: '2026-03-09' }, schema: {}, nullable: false };
    const change = (next: string[]) => {
      told(next);
      setValue(next);
    };
    return <Days id="days" label="Дни" field={field} value={value} onChange={change} onBlur={() => {}} />;
  }

  it('adds and removes a day by a press, in their order, and none before the first', async () => {
    const told = vi.fn();
    draw(<Set told={told} />);
    const day = (name: RegExp) => screen.findByRole('button', { name });
    await userEvent.click(await day(/^(?!.*10 )\D*12\b/));
    expect(told).toHaveBeenLastCalledWith(['2026-03-10', '2026-03-12']);
    await userEvent.click(await day(/\b10\b.*март/));
    expect(told).toHaveBeenLastCalledWith(['2026-03-12']);
    expect((await day(/^\D*8 март/)) as HTMLButtonElement).toHaveProperty('disabled', true);
    expect(screen.getByText(/12\.03\.2026/)).toBeTruthy();
  });
});
