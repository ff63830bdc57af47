/** Places for a map with many of them: always the same ones, denser towards the middle of a town. */

export interface Place {
  id: string;
  name: string;
  address: string;
  latitude: number;
  longitude: number;
  status: string;
  at: string;
}

const CENTRE = { latitude: 55.75, longitude: 37.61 };
/** Degrees from the middle to the edge of the town. */
const RADIUS = 0.2;
/** Rotation by the golden angle spreads points evenly. */
const TURN = Math.PI * (3 - Math.sqrt(5));
const STATUSES = ['DONE', 'DONE', 'DONE', 'LATE', 'DONE', 'DONE', 'MISSED'];

export function placesOf(count: number): Place[] {
  return Array.from({ length: count }, (_, i) => {
    const reach = RADIUS * (i / count) ** 0.8;
    return {
      id: `place-${i + 1}`,
      name: `Place ${i + 1}`,
      address: `Forest street, ${i + 1}`,
      latitude: CENTRE.latitude + reach * Math.sin(i * TURN),
      longitude: CENTRE.longitude + reach * 1.8 * Math.cos(i * TURN),
      status: STATUSES[(i * 31) % STATUSES.length]!,
      at: '2026-05-15T09:30:00Z',
    };
  });
}
