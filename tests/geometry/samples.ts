/** Shapes with the validation results that code and database share. */
import type { Position, Shape, ShapeFault } from '../../server/geometry/shapes.ts';

const line = (...coordinates: Position[]): Shape => ({ type: 'LineString', coordinates });
const area = (...ring: Position[]): Shape => ({ type: 'Polygon', coordinates: [ring] });

export const VALID: [name: string, shape: Shape][] = [
  ['a line', line([37, 54], [37.1, 54])],
  ['a line that crosses itself', line([0, 0], [2, 2], [2, 0], [0, 2])],
  ['a triangle', area([0, 0], [1, 0], [0, 1], [0, 0])],
  ['a triangle the other way round', area([0, 0], [0, 1], [1, 0], [0, 0])],
  ['a shape with a bay', area([0, 0], [4, 0], [4, 4], [2, 1], [0, 4], [0, 0])],
  ['a side that goes straight on', area([0, 0], [1, 0], [2, 0], [2, 2], [0, 0])],
  ['two parallel sides', area([0, 0], [2, 0], [2, 1], [0, 1], [0, 0])],
  ['sides of a few centimetres', area([37, 54], [37.000001, 54], [37.000001, 54.000001], [37, 54])],
];

export const WRONG: [name: string, shape: Shape, fault: ShapeFault][] = [
  ['a line of one place', line([1, 1], [1, 1]), { code: 'tooFew', least: 2 }],
  ['an area of two places', area([0, 0], [1, 1], [0, 0], [1, 1], [0, 0]), { code: 'tooFew', least: 3 }],
  ['a longitude off the globe', line([0, 0], [181, 0]), { code: 'outOfRange', vertex: 2 }],
  [
    'latitude and longitude swapped',
    area([37, 54], [37, -91], [38, 54], [37, 54]),
    { code: 'outOfRange', vertex: 2 },
  ],
  ['a vertex twice', area([0, 0], [1, 0], [1, 0], [0, 1], [0, 0]), { code: 'repeated', vertex: 3 }],
  ['an open outline', area([0, 0], [1, 0], [1, 1], [0, 1]), { code: 'notClosed', vertex: 4 }],
  ['a bow tie', area([0, 0], [2, 2], [2, 0], [0, 2], [0, 0]), { code: 'crosses', vertex: 1, other: 3 }],
  ['a spike', area([0, 0], [2, 0], [1, 0], [1, 1], [0, 0]), { code: 'crosses', vertex: 1, other: 2 }],
  [
    'a spike at the beginning',
    area([1, 0], [2, 0], [1, 1], [0, 0], [3, 0], [1, 0]),
    { code: 'crosses', vertex: 1, other: 4 },
  ],
  [
    'a vertex on another side',
    area([0, 0], [4, 0], [4, 4], [2, 0], [0, 4], [0, 0]),
    { code: 'crosses', vertex: 1, other: 3 },
  ],
  [
    'a vertex visited twice',
    area([0, 0], [2, 0], [1, 1], [2, 2], [0, 2], [1, 1], [0, 0]),
    { code: 'crosses', vertex: 2, other: 5 },
  ],
];
