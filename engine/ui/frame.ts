import { cx } from './cx.ts';

/** Classes of the frame around a list: a card on the page, flat within a dialog. */
export const listFrame = (inDialog: boolean): string =>
  cx(
    'flex min-w-0 flex-col border border-line bg-surface',
    inDialog ? 'rounded-md' : 'rounded-lg shadow-card',
  );
