/** Code that runs in the page of the audit `map`. */

export interface Watched {
  /** Milliseconds of each task longer than 50 on the main thread. */
  long: number[];
  /** Resolves with the time at which something is drawn on the map, in milliseconds of the page. */
  drawn(): Promise<number>;
}

/** Passed to the page as text: everything it needs must be within it. */
export function watch(): void {
  const long: number[] = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) long.push(Math.round(duration));
  }).observe({ type: 'longtask' });
  const SIDE = 64;
  const copy = document.createElement('canvas');
  copy.width = copy.height = SIDE;
  const pen = copy.getContext('2d', { willReadFrequently: true })!;
  // A WebGL canvas is empty after its frame, and an idle map draws no more: the drawing buffer is preserved for
  // reading.
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function keeping(
    this: HTMLCanvasElement,
    kind: string,
    options?: object,
  ) {
    const kept = kind.startsWith('webgl') ? { ...options, preserveDrawingBuffer: true } : options;
    return getContext.call(this, kind as 'webgl2', kept);
  } as typeof getContext;
  const hasMarks = (canvas: HTMLCanvasElement) => {
    pen.clearRect(0, 0, SIDE, SIDE);
    pen.drawImage(canvas, 0, 0, SIDE, SIDE);
    const { data } = pen.getImageData(0, 0, SIDE, SIDE);
    const colours = new Set<number>();
    for (let i = 0; i < data.length; i += 4)
      colours.add((data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!);
    return colours.size > 20;
  };
  const drawn = () =>
    new Promise<number>((resolve) => {
      const look = () => {
        const canvas = document.querySelector<HTMLCanvasElement>('[data-part=map] canvas');
        if (canvas?.width && hasMarks(canvas)) resolve(performance.now());
        else requestAnimationFrame(look);
      };
      look();
    });
  (window as unknown as { watched: Watched }).watched = { long, drawn };
}
