/**
 * Links from a cell to a page: that of the referenced record, or the `link` of the column. Plain content without access
 * to the page, and in dialogs.
 */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useEngine } from '../../data/engine.ts';
import { decide } from '../../access/guard.ts';
import { useStore } from '../../data/store.ts';
import { valueAt, type Scope } from '../../language/evaluate.ts';
import { isEmpty } from '../../language/request.ts';
import type { CompiledRecordPage } from '../../language/compiled.ts';
import { usePage } from '../../page/page.ts';
import { argumentsIn } from '../../page/scope.ts';
import { useScreens } from '../../page/screens.ts';
import type { NavigateAction } from '../actions/target.ts';
import { useHref } from '../actions/useHref.ts';

interface Props {
  page: CompiledRecordPage;
  /** The reference value. */
  value: unknown;
  children: ReactNode;
}

export function RecordLink({ page, value, children }: Props): ReactNode {
  const { addresses } = useEngine();
  const enters = useEnters(page.screen);
  const key = valueAt(value, [page.key]);
  if (!enters || isEmpty(key)) return children;
  return <Anchor to={addresses.hrefTo(page.screen, { [page.parameter]: String(key) })}>{children}</Anchor>;
}

interface PageLinkProps {
  link: NavigateAction;
  scope: Scope;
  children: ReactNode;
}

/** Link to the page that a column or a detail names as its `link`. */
export function PageLink({ link, scope, children }: PageLinkProps): ReactNode {
  const enters = useEnters(link.screen);
  const href = useHref(link, scope);
  const missing = Object.values(argumentsIn(link.with, scope)).some(isEmpty);
  return enters && href !== undefined && !missing ? <Anchor to={href}>{children}</Anchor> : children;
}

/** Whether the user may enter the page and would not leave a dialog for it. */
function useEnters(screen: string): boolean {
  const { session } = useEngine();
  const { dialog } = usePage();
  const { entries } = useScreens();
  const enters = useStore(session, (now) => {
    const entry = entries.find(({ id }) => id === screen);
    return entry !== undefined && entry.routes.some((route) => decide(entry, route, entries, now) === 'in');
  });
  return enters && !dialog;
}

function Anchor({ to, children }: { to: string; children: ReactNode }): ReactNode {
  return (
    <Link
      to={to}
      className="block w-fit max-w-full truncate leading-6 underline decoration-line-strong underline-offset-4 hover:text-accent-strong hover:decoration-current"
    >
      {children}
    </Link>
  );
}
