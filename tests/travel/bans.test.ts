/** Which shifts a way restriction or a road closure affects. */
import { describe, expect, it } from 'vitest';
import { bansOf, type RoadBans, type ShiftOnRoads } from '../../server/modules/hypotheses/bans.ts';

const geometry = {
  type: 'LineString' as const,
  coordinates: [
    [37.6, 54.2],
    [37.61, 54.2],
  ] as [number, number][],
};
/** A Monday in Moscow. */
const day = { day: '2026-11-23', midnight: new Date('2026-11-22T21:00:00Z') };
const at = (clock: string, days = 0) =>
  new Date(day.midnight.getTime() + days * 86_400_000 + Date.parse(`1970-01-01T${clock}:00Z`));
const shift = (from: string, to: string, change: Partial<ShiftOnRoads> & { next?: boolean } = {}) => ({
  begin: at(from),
  end: at(to, change.next ? 1 : 0),
  vehicleType: 'REAR_LOADER',
  fullMass: 18_000,
  hasTrailer: false,
  ...change,
});
const restriction = {
  id: '1',
  geometry,
  transport: 'ALL',
  beginDate: '2026-01-01',
  endDate: null,
  weekDays: [],
  from: null,
  to: null,
};
const holds = (change: Partial<RoadBans['restrictions'][number]>, on: ShiftOnRoads) =>
  bansOf(on, day, { restrictions: [{ ...restriction, ...change }], closures: [] }).length === 1;

describe('a way restriction', () => {
  it('applies to its kind of transport', () => {
    const heavy = shift('08:00', '17:00');
    const light = shift('08:00', '17:00', { fullMass: 3_500 });
    const middle = shift('08:00', '17:00', { fullMass: 12_000 });
    const unknown = shift('08:00', '17:00', { fullMass: null });
    const train = shift('08:00', '17:00', { hasTrailer: true });
    const applied = (transport: string) =>
      [heavy, middle, light, unknown, train].map((on) => Number(holds({ transport }, on))).join('');
    expect(applied('ALL')).toBe('11111');
    expect(applied('TRUCK')).toBe('11011');
    expect(applied('HEAVY_TRUCK')).toBe('10011');
    expect(applied('TRAILER')).toBe('00001');
  });

  it('applies from its first to its last day, on its week days', () => {
    const on = shift('08:00', '17:00');
    expect(holds({ beginDate: '2026-11-23', endDate: '2026-11-23' }, on)).toBe(true);
    expect(holds({ beginDate: '2026-11-24' }, on)).toBe(false);
    expect(holds({ endDate: '2026-11-22' }, on)).toBe(false);
    expect(holds({ weekDays: ['MONDAY', 'FRIDAY'] }, on)).toBe(true);
    expect(holds({ weekDays: ['TUESDAY'] }, on)).toBe(false);
  });

  it('applies when its hours overlap the shift', () => {
    const hours = { from: 7 * 3600, to: 10 * 3600 };
    expect(holds(hours, shift('09:59', '18:00'))).toBe(true);
    expect(holds(hours, shift('10:00', '18:00'))).toBe(false);
    expect(holds(hours, shift('05:00', '07:00'))).toBe(false);
    expect(holds(hours, shift('05:00', '07:01'))).toBe(true);
  });

  it('of the next day applies only to a night shift', () => {
    const tuesday = { weekDays: ['TUESDAY'], from: 5 * 3600, to: 6 * 3600 };
    expect(holds(tuesday, shift('20:00', '05:30', { next: true }))).toBe(true);
    expect(holds(tuesday, shift('20:00', '04:30', { next: true }))).toBe(false);
    expect(holds({ endDate: '2026-11-23', from: 0, to: 3600 }, shift('20:00', '05:30', { next: true }))).toBe(
      false,
    );
  });
});

describe('a road closure', () => {
  it('applies to shifts that it overlaps', () => {
    const applied = (begin: Date, end: Date | null) =>
      bansOf(shift('08:00', '17:00'), day, {
        restrictions: [],
        closures: [{ id: '1', geometry, begin, end }],
      }).length;
    expect(applied(at('16:59'), null)).toBe(1);
    expect(applied(at('17:00'), null)).toBe(0);
    expect(applied(at('00:00', -3), at('08:00'))).toBe(0);
    expect(applied(at('00:00', -3), at('08:01'))).toBe(1);
  });
});
