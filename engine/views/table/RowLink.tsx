import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Scope } from '../../language/evaluate.ts';
import type { CompiledAction } from '../../language/compiled.ts';
import { useHref } from '../actions/useHref.ts';

interface Props {
  action: CompiledAction;
  scope: Scope;
  onOpen(): void;
  children: ReactNode;
}

const LOOKS =
  'block w-full cursor-pointer truncate text-left font-medium text-ink underline-offset-2 group-hover:text-accent-strong hover:underline';

/** Opens the row: a link when the action navigates to a page, so that it can be opened in a tab; otherwise a button. */
export function RowLink({ action, scope, onOpen, children }: Props): ReactNode {
  const href = useHref(action, scope);
  if (href === undefined)
    return (
      <button type="button" className={LOOKS} onClick={onOpen}>
        {children}
      </button>
    );
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    // The row is dragged, not the link.
    <Link to={href} data-row-link draggable={false} className={LOOKS} onClick={open}>
      {children}
    </Link>
  );
}
