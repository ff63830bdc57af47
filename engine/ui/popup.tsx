/**
 * A panel anchored to a control, in the browser's top layer, so that neither a scrolling region nor a dialog clips it.
 * It closes on Esc, on a press elsewhere and when the focus leaves; Esc returns the focus.
 */
import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useEngine } from '../data/engine.ts';
import { cx } from './cx.ts';

interface Props {
  /** The control below which the panel opens. */
  anchor: RefObject<HTMLElement | null>;
  /** `by` is set when the user pressed Esc. */
  onClose(by?: 'escape'): void;
  /** Accessible name. */
  label: string;
  id?: string;
  className?: string;
  children: ReactNode;
}

const InPopup = createContext(false);

/**
 * For a panel of Headless UI, which is rendered at the end of the page: within a popup it must be in the top layer too,
 * or the popup would cover it.
 */
export function useTopLayer(): { popover?: 'manual'; ref?: (panel: HTMLElement | null) => void } {
  return useContext(InPopup) ? TOP : NOWHERE;
}
const TOP = { popover: 'manual', ref: (panel: HTMLElement | null) => panel?.showPopover?.() } as const;
const NOWHERE = {};

/** Whether the target is in a portal without the anchor, at the end of the page: the panel of a field in the popup. */
const isBeside = (target: Element, anchor: Element | null): boolean => {
  const portal = target.closest('[data-headlessui-portal]');
  return portal !== null && !portal.contains(anchor);
};

const GAP = 4;
const EDGE = 8;

export function Popup({ anchor, onClose, label, id, className, children }: Props): ReactNode {
  const { focus } = useEngine();
  const panel = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    const element = panel.current!;
    element.showPopover?.();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    const place = () => anchor.current && hang(element, anchor.current);
    place();
    const grows = typeof ResizeObserver === 'function' ? new ResizeObserver(place) : undefined;
    grows?.observe(element);
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, true);
    return () => {
      grows?.disconnect();
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, true);
      focus.restore();
    };
  }, [focus, anchor]);

  useEffect(() => {
    // While the content of the panel is loading, the focus is on the control; Esc must close the panel then too.
    const onControl = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || !anchor.current?.contains(event.target as Node)) return;
      event.stopPropagation();
      close.current('escape');
    };
    const elsewhere = (event: Event) => {
      const target = event.target as Element;
      if (panel.current?.contains(target) || anchor.current?.contains(target)) return;
      if (!isBeside(target, anchor.current)) close.current();
    };
    document.addEventListener('keydown', onControl, true);
    document.addEventListener('pointerdown', elsewhere, true);
    document.addEventListener('focusin', elsewhere);
    return () => {
      document.removeEventListener('keydown', onControl, true);
      document.removeEventListener('pointerdown', elsewhere, true);
      document.removeEventListener('focusin', elsewhere);
    };
  }, [anchor]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // A dialog below would close as well.
    event.stopPropagation();
    onClose('escape');
    anchor.current?.querySelector<HTMLElement>('button, input')?.focus();
  };

  return (
    // A <dialog> cannot be in the top layer without being modal or losing Esc to the page below.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={panel}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="dialog"
      tabIndex={-1}
      aria-label={label}
      popover="manual"
      onKeyDown={onKeyDown}
      className={cx(
        'fixed inset-auto m-0 overflow-hidden rounded-lg border border-line bg-surface text-ink shadow-pop outline-none',
        className,
      )}
    >
      <InPopup value={true}>{children}</InPopup>
    </div>
  );
}

/** Positions the panel below the control, or above it when there is more room; never outside the window. */
function hang(panel: HTMLElement, control: HTMLElement): void {
  const at = control.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const below = window.innerHeight - at.bottom - GAP;
  const above = height > below && at.top > below;
  panel.style.top = `${above ? Math.max(EDGE, at.top - GAP - height) : at.bottom + GAP}px`;
  panel.style.left = `${Math.max(EDGE, Math.min(at.left, window.innerWidth - width - EDGE))}px`;
}
