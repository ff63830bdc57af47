/** What a link names of the page it leads to (`#responsible`): a field of a form, a column of a table. */
import { useMemo } from 'react';
import { useStore } from '../data/store.ts';
import { usePage } from '../page/page.ts';
import { usePageAddress } from '../routing/AddressRouter.tsx';

/**
 * A new object each time the link is pressed, so that the same one leads there again; none in a dialog. Moves to
 * addresses that name nothing do not render the component again.
 */
export function useNamed(): { name: string } {
  const { dialog } = usePage();
  const hash = useStore(usePageAddress(), (now) => now.hash);
  const press = useStore(usePageAddress(), (now) => now.hash && now.key);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is the press
  return useMemo(() => ({ name: dialog ? '' : decoded(hash.slice(1)) }), [hash, press, dialog]);
}

/** What somebody typed may be no encoded text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
