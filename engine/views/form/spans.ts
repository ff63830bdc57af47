const SPANS = ['', '', 'md:col-span-2', 'md:col-span-3', 'md:col-span-4'];

/** Class of what takes so many columns of a grid that has `columns`: more than it has would make it more. */
export const spanClass = (span: number, columns: number): string =>
  SPANS[Math.min(span, columns)] ?? 'md:col-span-full';
