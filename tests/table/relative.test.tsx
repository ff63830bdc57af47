// @vitest-environment happy-dom
/** Relative days: which days they are, and that address and saved view store the relative value (C15, C26). */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { CompiledFilter } from '../../engine/language/compiled.ts';
import { dayOn, isRelative, PERIODS, SINGLE_DAYS } from '../../engine/views/filters/relative.ts';
import { engine } from '../engine.ts';
import {
  calls,
  pageOf,
  renderScreen,
  screenOf,
  serve,
  setUpHarness,
  tableOf,
  visit,
} from '../views/harness.tsx';

setUpHarness();

const filter = (type: CompiledFilter['type'], paramName: string): CompiledFilter => ({
  type,
  paramName,
  label: { const: paramName },
  disabled: false,
  width: 'medium',
  multiple: false,
});
const [from, to] = [filter('dateBegin', 'from'), filter('dateEnd', 'to')];
const requests = () => calls.filter((call) => call.path === '/api/things');
const search = () => new URLSearchParams(window.location.search);
const words = (key: string, values = {}) => engine.i18n.t(`engine.relative.${key}`, values);
const today = () => engine.i18n.today();
const calendar = (label: string) =>
  screen.getByRole('button', { name: engine.i18n.t('engine.date.open', { label }) });
const show = async (...filters: CompiledFilter[]) => {
  serve(() => pageOf(['а']));
  await renderScreen(screenOf(tableOf({ filters })));
  await screen.findByText('а');
};

describe('a relative day', () => {
  it.each([
    ['today', '2026-03-04'],
    ['today-29', '2026-02-03'],
    ['today+30', '2026-04-03'],
    ['weekBegin', '2026-03-02'],
    ['weekEnd', '2026-03-08'],
    ['weekBegin-1', '2026-02-23'],
    ['weekEnd+1', '2026-03-15'],
    ['monthBegin', '2026-03-01'],
    ['monthEnd', '2026-03-31'],
    ['monthEnd-1', '2026-02-28'],
    ['monthBegin+1', '2026-04-01'],
  ])('%s', (word, day) => expect(dayOn(word, '2026-03-04')).toBe(day));

  it('is correct at the edges of week, month and year', () => {
    expect(dayOn('weekBegin', '2026-03-01')).toBe('2026-02-23');
    expect(dayOn('weekEnd', '2026-03-02')).toBe('2026-03-08');
    expect(dayOn('monthEnd', '2028-02-10')).toBe('2028-02-29');
    expect(dayOn('monthBegin-1', '2026-01-31')).toBe('2025-12-01');
    expect(dayOn('monthEnd+1', '2026-12-31')).toBe('2027-01-31');
  });

  it('is nothing but the exact values', () => {
    for (const text of ['', 'Today', 'today-', 'today+0', 'today+99999', 'weekBegin-2', 'week', '2026-03-04'])
      expect([text, isRelative(text), dayOn(text, '2026-03-04')]).toEqual([text, false, text]);
  });

  it('every offered period runs from its first day to its last', () => {
    for (const { key, first, last } of PERIODS)
      for (const day of ['2026-01-01', '2026-03-01', '2028-02-29', '2026-12-31'])
        expect([key, String(dayOn(first, day)) <= String(dayOn(last, day))]).toEqual([key, true]);
    expect(Object.values(SINGLE_DAYS).flat().every(isRelative)).toBe(true);
  });
});

describe('a filter of days', () => {
  it('sends the day and stores the relative value', async () => {
    visit('/things?f.from=today-29&f.to=today');
    await show(from, to);
    expect(requests()[0]?.filter).toEqual({ from: dayOn('today-29', today()), to: today() });
    expect(screen.getByLabelText('from')).toHaveProperty('value', words('ago', { count: 29 }));
    expect(screen.getByLabelText('to')).toHaveProperty('value', words('today'));
    expect(search().get('f.from')).toBe('today-29');
  });

  it('sets both days of a period by one press, and by typed names', async () => {
    await show(from, to);
    await userEvent.click(calendar('to'));
    await userEvent.click(await screen.findByRole('button', { name: words('period.last30') }));
    await waitFor(() =>
      expect(requests().at(-1)?.filter).toEqual({ from: dayOn('today-29', today()), to: today() }),
    );
    expect([search().get('f.from'), search().get('f.to')]).toEqual(['today-29', 'today']);
    const field = screen.getByLabelText('from');
    await userEvent.clear(field);
    await userEvent.type(field, `${words('period.month').toLowerCase()}{Enter}`);
    await waitFor(() => expect(search().get('f.from')).toBe('monthBegin'));
    expect(search().get('f.to')).toBe('monthEnd');
  });

  it('parses the typed name of a relative day', async () => {
    await show(from, to);
    await userEvent.type(screen.getByLabelText('to'), 'через 60 дней{Enter}');
    await waitFor(() => expect(search().get('f.to')).toBe('today+60'));
    expect(screen.getByLabelText('to')).toHaveProperty('value', words('ahead', { count: 60 }));
    await userEvent.clear(screen.getByLabelText('from'));
    await userEvent.type(screen.getByLabelText('from'), 'Начало прошлой недели{Enter}');
    await waitFor(() => expect(search().get('f.from')).toBe('weekBegin-1'));
    await userEvent.clear(screen.getByLabelText('from'));
    await userEvent.type(screen.getByLabelText('from'), 'через 60 лет{Enter}');
    expect(screen.getByLabelText('from')).toHaveProperty('value', 'через 60 лет');
    expect(search().get('f.from')).toBe('weekBegin-1');
  });

  it('accepts a day in place of a relative value, also the same day', async () => {
    visit('/things?f.from=today');
    await show(from, to);
    const field = screen.getByLabelText('from');
    await userEvent.clear(field);
    await userEvent.type(field, `${engine.i18n.formatDate(today())}{Enter}`);
    await waitFor(() => expect(search().get('f.from')).toBe(today()));
  });

  it('offers single days when it has no pair', async () => {
    await show(filter('inputDate', 'from'));
    await userEvent.click(calendar('from'));
    await userEvent.click(await screen.findByRole('button', { name: words('yesterday') }));
    await waitFor(() => expect(requests().at(-1)?.filter).toEqual({ from: dayOn('today-1', today()) }));
    expect(search().get('f.from')).toBe('today-1');
  });

  it('reports a last day before the first, for relative days too', async () => {
    visit('/things?f.from=today&f.to=today-1');
    serve(() => pageOf(['а']));
    await renderScreen(screenOf(tableOf({ filters: [from, to] })));
    expect(await screen.findByText(engine.i18n.t('engine.filter.wrongPeriod'))).toBeTruthy();
    expect(requests().every((call) => call.filter.to === undefined)).toBe(true);
  });
});
