import { Link } from 'react-router-dom';
import { useEngine } from '../../../data/engine.ts';
import { useLocale } from '../../../data/useLocale.ts';
import { decide } from '../../../access/guard.ts';
import { useStore } from '../../../data/store.ts';
import { valueAt } from '../../../language/evaluate.ts';
import { useSelected } from '../../../page/scope.ts';
import { useScreens } from '../../../page/screens.ts';
import { defineCell, type CellProps } from '../../../registry/define.ts';
import type { RouteParams } from '../../../routing/table.ts';
import { shownText } from '../shown.ts';

const NOWHERE: RouteParams = {};

/** Links to the places that need attention: a screen with the parameters of this address, and a field on it. */
function PointersCell({ value, options }: CellProps) {
  const { addresses, session } = useEngine();
  const i18n = useLocale();
  const params = useSelected((scope) => (scope.route ?? NOWHERE) as RouteParams);
  const { entries } = useScreens();
  const now = useStore(session);
  if (!Array.isArray(value)) return null;
  const at = (item: unknown, option: string) =>
    typeof options[option] === 'string' ? valueAt(item, options[option].split('.')) : undefined;
  const hrefOf = (item: unknown): string | undefined => {
    const screen = (options.screens as Record<string, string>)[String(at(item, 'by'))];
    const entry = entries.find(({ id }) => id === screen);
    if (!entry?.routes.some((route) => decide(entry, route, entries, now) === 'in')) return undefined;
    const field = at(item, 'field');
    return addresses.hrefTo(entry.id, params) + (field ? `#${encodeURIComponent(String(field))}` : '');
  };
  return (
    <ul className="flex flex-wrap gap-x-4">
      {value.map((item: unknown, i) => {
        const text = shownText(i18n, at(item, 'text'));
        const href = hrefOf(item);
        return (
          <li key={i} className="min-w-0 leading-6">
            {href ? (
              <Link
                to={href}
                className="inline-block underline decoration-line-strong underline-offset-4 hover:text-accent-strong hover:decoration-current"
              >
                {text}
              </Link>
            ) : (
              text
            )}
          </li>
        );
      })}
    </ul>
  );
}

export default defineCell({ name: 'pointers', component: PointersCell });
