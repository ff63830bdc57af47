/** Drawn geometries: which are valid, the errors of the others, and how coordinates are parsed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftOf, keptDraft, positionText, readDraft, readPosition } from '../../widgets/geometry/draft.ts';
import {
  anchorOf,
  asGeometry,
  boundsOf,
  isWithin,
  ringOf,
  type Position,
} from '../../widgets/shared/map/geometry.ts';
import { faultOf, geometryOf, verticesOf } from '../../widgets/shared/map/validity.ts';

const square: Position[] = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
];

describe('an area', () => {
  it('needs three different vertices', () => {
    expect(faultOf('Polygon', square.slice(0, 2))).toEqual({ code: 'few', least: 3 });
    expect(faultOf('Polygon', [square[0]!, square[1]!, square[0]!])).toEqual({ code: 'few', least: 3 });
    expect(faultOf('Polygon', square.slice(0, 3))).toBeUndefined();
  });

  it('has no vertex twice in a row, including the last and the first', () => {
    expect(faultOf('Polygon', square.toSpliced(2, 0, square[1]!))).toEqual({ code: 'repeated', vertex: 3 });
    expect(faultOf('Polygon', [...square, square[0]!])).toEqual({ code: 'repeated', vertex: 1 });
  });

  it('does not cross, touch or cover itself', () => {
    const [a, b, c, d] = square as [Position, Position, Position, Position];
    expect(faultOf('Polygon', [a, c, b, d])).toEqual({ code: 'crossing', first: 1, second: 3 });
    // Two triangles that meet in a point.
    expect(faultOf('Polygon', [a, [1, 1], b, c, [1, 1], d])).toMatchObject({ code: 'crossing' });
    // There and back again.
    expect(faultOf('Polygon', [a, [4, 0], b])).toMatchObject({ code: 'crossing' });
    // A vertex on another edge.
    expect(faultOf('Polygon', [a, b, c, [1, 0], d])).toMatchObject({ code: 'crossing' });
  });

  it('that is convex is valid, and with two of its vertices swapped is not', () => {
    const convex = fc
      .uniqueArray(fc.integer({ min: 0, max: 359 }), { minLength: 4, maxLength: 12 })
      .map((angles) =>
        angles
          .toSorted((a, b) => a - b)
          .map((angle): Position => [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]),
      );
    fc.assert(
      fc.property(convex, (vertices) => {
        expect(faultOf('Polygon', vertices)).toBeUndefined();
        const swapped = vertices.with(0, vertices[1]!).with(1, vertices[0]!);
        expect(faultOf('Polygon', swapped)).toMatchObject({ code: 'crossing' });
      }),
    );
  });

  it('is closed as GeoJSON and open as vertices', () => {
    const area = geometryOf('Polygon', square);
    expect(area).toEqual({ type: 'Polygon', coordinates: [[...square, square[0]]] });
    expect(verticesOf(area)).toEqual(square);
  });
});

describe('a line', () => {
  it('may cross itself, but needs two different vertices', () => {
    const [a, b, c, d] = square as [Position, Position, Position, Position];
    expect(faultOf('LineString', [a, c, b, d])).toBeUndefined();
    expect(faultOf('LineString', [a, a])).toEqual({ code: 'few', least: 2 });
    expect(faultOf('LineString', [a, b, b])).toEqual({ code: 'repeated', vertex: 3 });
  });
});

describe('a map', () => {
  it('distinguishes geometries from other values', () => {
    expect(asGeometry({ type: 'Point', coordinates: [37, 55] })).toBeTruthy();
    for (const value of [
      null,
      {},
      { type: 'Point', coordinates: [200, 55] },
      { type: 'Point', coordinates: ['37', 55] },
      { type: 'Polygon', coordinates: [[37, 55]] },
      { type: 'GeometryCollection', geometries: [] },
    ])
      expect(asGeometry(value)).toBeUndefined();
  });

  it('finds what is within an area, and not what is in its hole', () => {
    const hole = ringOf({ west: 0.5, south: 0.5, east: 1.5, north: 1.5 });
    const rings = [[...square, square[0]!], hole];
    const point = (x: number, y: number) => ({ type: 'Point' as const, coordinates: [x, y] as Position });
    expect(isWithin(point(0.2, 1), rings)).toBe(true);
    expect(isWithin(point(1, 1), rings)).toBe(false);
    expect(isWithin(point(3, 1), rings)).toBe(false);
  });

  it('measures geometries of all kinds', () => {
    const lines = { type: 'MultiLineString' as const, coordinates: [square.slice(0, 2), square.slice(1, 3)] };
    expect(boundsOf([lines])).toEqual({ west: 0, south: 0, east: 2, north: 2 });
    expect(boundsOf([])).toBeUndefined();
    expect(anchorOf(geometryOf('Polygon', square))).toEqual([1, 1]);
  });
});

describe('coordinates', () => {
  it('are parsed as people write them, latitude first', () => {
    for (const text of ['55.75, 37.61', '55.75,37.61', ' 55.75  37.61 ', '55,75 37,61', '55,75; 37,61'])
      expect(readPosition(text), text).toEqual([37.61, 55.75]);
    expect(readPosition('−55.75, -37.61')).toEqual([-37.61, -55.75]);
    for (const text of ['', '55.75', '55.75, 37.61, 3', '91, 0', '0, 181', 'north, east', '1e3, 0'])
      expect(readPosition(text), text).toBeUndefined();
  });

  it('are parsed from the format in which they are shown', () => {
    const degree = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
    fc.assert(
      fc.property(degree(180), degree(90), (longitude, latitude) => {
        const read = readPosition(positionText([longitude, latitude]))!;
        expect(read[0]).toBeCloseTo(longitude, 6);
        expect(read[1]).toBeCloseTo(latitude, 6);
      }),
    );
  });
});

describe('a draft', () => {
  it('keeps the holes of an area', () => {
    const hole = ringOf({ west: 0.5, south: 0.5, east: 1, north: 1 });
    const area = { type: 'Polygon' as const, coordinates: [[...square, square[0]!], hole] };
    expect(readDraft(draftOf(area, ['Polygon']))).toEqual({ is: 'geometry', geometry: area });
  });

  it('is restored from the text that the form stored', () => {
    const draft = { type: 'LineString' as const, texts: ['0, 0', 'x'], holes: [] };
    expect(keptDraft(JSON.stringify(draft))).toEqual(draft);
    expect(keptDraft('something else')).toBeUndefined();
    expect(keptDraft(undefined)).toBeUndefined();
  });
});
