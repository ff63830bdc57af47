/** Keys that work on every page: Ctrl+K opens the palette, `?` the list of keys. Both load at first use. */
import { Suspense, useEffect, type ReactNode } from 'react';
import { useEngine } from '../data/engine.ts';
import { useStore } from '../data/store.ts';
import { isTyping } from '../ui/keys.ts';
import { lazyComponent } from '../ui/lazy.tsx';

const palette = lazyComponent(async () => (await import('./Palette.tsx')).Palette);
const help = lazyComponent(async () => (await import('./KeysHelp.tsx')).KeysHelp);

export function Shortcuts(): ReactNode {
  const { session, shortcuts } = useEngine();
  const open = useStore(shortcuts);
  const signedIn = useStore(session, ({ status }) => status === 'in');
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const opensPalette =
        (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.code === 'KeyK';
      const opensHelp = event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      // Only these keys query the document for a dialog: on a long form that takes as long as the keystroke itself.
      if (!opensPalette && !opensHelp) return;
      if (event.defaultPrevented || document.querySelector('[role=dialog][aria-modal=true]')) return;
      event.preventDefault();
      shortcuts.set(opensPalette ? 'palette' : 'help');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [shortcuts]);
  const Component =
    open === 'palette' && signedIn ? palette.Component : open === 'help' ? help.Component : undefined;
  return (
    <Suspense fallback={null}>{Component && <Component onClose={() => shortcuts.set(undefined)} />}</Suspense>
  );
}
