const SPANS = ['', '', 'md:col-span-2', 'md:col-span-3', 'md:col-span-4'];

/** Class of an element that spans columns of a grid; limited to `columns`, as a larger span would add columns to the grid. */
export const spanClass = (span: number, columns: number): string =>
  SPANS[Math.min(span, columns)] ?? 'md:col-span-full';
