/**
 * Marks, drawn on a canvas when the map first needs them. An id describes a mark completely: `arrow|#112233`,
 * `pin|#112233|truck`, `stop|#112233|12`, `vehicle|#112233`.
 */
import { ICON_PATHS, type Colours } from '../../../../engine/index.ts';

/** Pixels of an image for each pixel of the map. */
export const PIXEL_RATIO = 2;

type Draw = (pen: CanvasRenderingContext2D, colour: string, detail: string, colours: Colours) => void;

/** Side of the square of a mark, in pixels of the map, and the function that draws it. */
const MARKS: Record<string, { size: number; draw: Draw }> = {
  arrow: { size: 14, draw: drawArrow },
  pin: { size: 28, draw: drawPin },
  stop: { size: 26, draw: drawStop },
  vehicle: { size: 30, draw: drawVehicle },
};

/** Draws the mark of an id; undefined for an image that is not a mark. */
export function drawMark(id: string, colours: Colours): ImageData | undefined {
  const [kind = '', colour = '', detail = ''] = id.split('|');
  const mark = MARKS[kind];
  if (!mark) return undefined;
  const pixels = mark.size * PIXEL_RATIO;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = pixels;
  const pen = canvas.getContext('2d')!;
  pen.scale(PIXEL_RATIO, PIXEL_RATIO);
  pen.translate(mark.size / 2, mark.size / 2);
  mark.draw(pen, colour, detail, colours);
  return pen.getImageData(0, 0, pixels, pixels);
}

function disc(pen: CanvasRenderingContext2D, radius: number, fill: string, edge: string): void {
  pen.beginPath();
  pen.arc(0, 0, radius, 0, 2 * Math.PI);
  pen.fillStyle = fill;
  pen.fill();
  pen.lineWidth = 1.5;
  pen.strokeStyle = edge;
  pen.stroke();
}

function drawArrow(pen: CanvasRenderingContext2D, colour: string, _detail: string, colours: Colours): void {
  pen.beginPath();
  pen.moveTo(-4, -5);
  pen.lineTo(5, 0);
  pen.lineTo(-4, 5);
  pen.closePath();
  pen.lineJoin = 'round';
  pen.lineWidth = 2;
  pen.strokeStyle = colours.surface;
  pen.stroke();
  pen.fillStyle = colour;
  pen.fill();
}

function drawPin(pen: CanvasRenderingContext2D, colour: string, icon: string, colours: Colours): void {
  disc(pen, 12.5, colour, colours.surface);
  const path = ICON_PATHS[icon as keyof typeof ICON_PATHS];
  if (!path) return;
  pen.scale(0.75, 0.75);
  pen.translate(-10, -10);
  pen.lineWidth = 2;
  pen.lineCap = pen.lineJoin = 'round';
  pen.strokeStyle = inkOn(colour);
  pen.stroke(new Path2D(path));
}

function drawStop(pen: CanvasRenderingContext2D, colour: string, number: string, colours: Colours): void {
  disc(pen, 11.5, colour, colours.surface);
  pen.fillStyle = inkOn(colour);
  pen.font = `600 ${number.length > 2 ? 9 : 12}px 'Inter Variable', sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(number, 0, 0.5);
}

/** Points north; the layer rotates it. */
function drawVehicle(pen: CanvasRenderingContext2D, colour: string, _detail: string, colours: Colours): void {
  disc(pen, 13, colours.surface, colour);
  pen.beginPath();
  pen.moveTo(0, -9);
  pen.lineTo(6.5, 7);
  pen.lineTo(0, 3.5);
  pen.lineTo(-6.5, 7);
  pen.closePath();
  pen.lineJoin = 'round';
  pen.fillStyle = colour;
  pen.fill();
}

/** Returns black or white, whichever has more contrast with a colour `#rrggbb` (WCAG 2.2). */
export function inkOn(colour: string): string {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  // Above this luminance the contrast with black is higher than with white.
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000000' : '#ffffff';
}
