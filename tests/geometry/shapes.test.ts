/** Validation of lines and areas on the map. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shapeFault, type Position, type Shape } from '../../server/geometry/shapes.ts';
import { VALID, WRONG } from './samples.ts';

const area = (...ring: Position[]): Shape => ({ type: 'Polygon', coordinates: [ring] });

describe('a shape', () => {
  it.each(VALID)('is valid: %s', (_, shape) => expect(shapeFault(shape)).toBeUndefined());

  it.each(WRONG)('is invalid: %s', (_, shape, fault) => expect(shapeFault(shape)).toEqual(fault));

  it('may have a thousand vertices and is still checked quickly', () => {
    const ring = Array.from({ length: 999 }, (_, k): Position => {
      const angle = (k / 999) * 2 * Math.PI;
      return [37 + Math.cos(angle), 54 + Math.sin(angle)];
    });
    const begun = performance.now();
    expect(shapeFault(area(...ring, ring[0]!))).toBeUndefined();
    expect(performance.now() - begun).toBeLessThan(1000);
    const line: Shape = { type: 'LineString', coordinates: [...ring, ring[0]!, ring[1]!] };
    expect(shapeFault(line)).toEqual({ code: 'tooMany', most: 1000 });
  });

  it('is reported as crossing itself when the ends of two sides are swapped', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 30 }), fc.nat(), (count, seed) => {
        const ring = Array.from({ length: count }, (_, k): Position => {
          const angle = (k / count) * 2 * Math.PI;
          return [Math.cos(angle), Math.sin(angle)];
        });
        expect(shapeFault(area(...ring, ring[0]!))).toBeUndefined();
        const i = 1 + (seed % (count - 3));
        const swapped = [...ring];
        [swapped[i], swapped[i + 1]] = [swapped[i + 1]!, swapped[i]!];
        expect(shapeFault(area(...swapped, swapped[0]!))).toMatchObject({
          code: 'crosses',
          vertex: i,
          other: i + 2,
        });
      }),
    );
  });
});
