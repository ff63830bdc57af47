const SPANS = ['', '', 'md:col-span-2', 'md:col-span-3', 'md:col-span-4'];

/** Class of what takes so many columns of its grid. */
export const spanClass = (span: number): string => SPANS[span] ?? 'md:col-span-full';
