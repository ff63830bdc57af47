/** A reference leads to the record's page, for whoever may enter it; a dialog keeps its reader. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useEngine } from '../../data/engine.ts';
import { decide } from '../../access/guard.ts';
import { useStore } from '../../data/store.ts';
import { valueAt } from '../../language/evaluate.ts';
import type { CompiledRecordPage } from '../../language/compiled.ts';
import { usePage } from '../../page/page.ts';
import { useScreens } from '../../page/screens.ts';

interface Props {
  page: CompiledRecordPage;
  /** The reference. */
  value: unknown;
  children: ReactNode;
}

export function RecordLink({ page, value, children }: Props): ReactNode {
  const { addresses, session } = useEngine();
  const { dialog } = usePage();
  const { entries } = useScreens();
  const key = valueAt(value, [page.key]);
  const enters = useStore(session, (now) => {
    const entry = entries.find(({ id }) => id === page.screen);
    return entry !== undefined && entry.routes.some((route) => decide(entry, route, entries, now) === 'in');
  });
  if (dialog || !enters || key === undefined || key === null || key === '') return children;
  return (
    <Link
      to={addresses.hrefTo(page.screen, { [page.parameter]: String(key) })}
      className="block w-fit max-w-full truncate leading-6 underline decoration-line-strong underline-offset-4 hover:text-accent-strong hover:decoration-current"
    >
      {children}
    </Link>
  );
}
