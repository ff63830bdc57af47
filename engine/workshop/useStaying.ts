/** Navigation in the preview, by a link or an action, shows the other screen within the workshop. */
import { useEffect, useRef, type RefObject } from 'react';
import { useEngine } from '../data/engine.ts';
import { WORKSHOP } from '../shell/facts.ts';

const PRESSES = ['pointerdown', 'keydown'];

/**
 * `preview`: a navigation belongs to it if the last press was within it. Back and Forward leave the workshop as usual.
 */
export function useStaying(preview: RefObject<HTMLElement | null>, onGo: (address: string) => void): void {
  const { history } = useEngine();
  const go = useRef(onGo);
  useEffect(() => {
    go.current = onGo;
  }, [onGo]);
  useEffect(() => {
    let within = false;
    const note = ({ target }: Event) => {
      within = target instanceof Node && (preview.current?.contains(target) ?? false);
    };
    for (const type of [...PRESSES, 'popstate']) window.addEventListener(type, note, true);
    const release = history.guardLeaving(
      (to) => {
        go.current(to);
        return false;
      },
      (_, to) => within && to.pathname.split('/')[1] !== WORKSHOP.slice(1),
    );
    return () => {
      for (const type of [...PRESSES, 'popstate']) window.removeEventListener(type, note, true);
      release();
    };
  }, [history, preview]);
}
