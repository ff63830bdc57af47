/** The part of the page named by a link's hash (`#responsible`): a field of a form, a column of a table. */
import { useMemo } from 'react';
import { useStore } from '../data/store.ts';
import { usePage } from '../page/page.ts';
import { usePageAddress } from '../routing/AddressRouter.tsx';

/**
 * Returns a new object each time the link is pressed, so that the same link works again; an empty name in a dialog.
 * Navigation to addresses without a hash does not render the component again.
 */
export function useNamed(): { name: string } {
  const { dialog } = usePage();
  const hash = useStore(usePageAddress(), (now) => now.hash);
  const press = useStore(usePageAddress(), (now) => now.hash && now.key);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is the press
  return useMemo(() => ({ name: dialog ? '' : decoded(hash.slice(1)) }), [hash, press, dialog]);
}

/** A hash typed by hand may not be valid encoded text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
