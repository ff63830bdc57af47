/** The breadcrumbs of the page: the screens above it, each with its own title. */
import { Link } from 'react-router-dom';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { decide } from '../access/guard.ts';
import { useStore } from '../data/store.ts';
import type { ScreenEntry } from '../language/compiled.ts';
import { ancestors, type RoutePlace } from '../routing/place.ts';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { useProduct } from './facts.ts';
import { aboveSegments, segmentsOf } from './segments.tsx';

/** Titles up to this many characters do not shrink when the breadcrumbs are too long. */
const SHORT = 16;

export function Breadcrumbs({ place }: { place: RoutePlace | undefined }) {
  const { addresses, pageTitles, segmentTrails, session } = useEngine();
  const { t } = useLocale();
  const { app, entries } = useProduct();
  const titles = useStore(pageTitles);
  const trails = useStore(segmentTrails);
  const now = useStore(session);
  if (!place) return null;
  const above = ancestors(place.entry, entries);
  const trail = [...above, place.entry];
  const group = app.groups.find(({ id }) => id === trail[0]?.routes.find((r) => r.menu)?.menu?.group);
  const title = (entry: ScreenEntry) =>
    titles.get(entry.id) ?? ('key' in entry.title ? t(entry.title.key) : '…');
  const { ofParent, crumbs: segments } = segmentsOf(addresses, place, trails, above.at(-1));
  const screens = trail.map((entry) => {
    const [route] = entry.routes;
    const here = entry === place.entry && (ofParent || !segments.length);
    const open = !here && route && decide(entry, route, entries, now) === 'in';
    const href = open && addresses.hrefTo(entry.id, aboveSegments(place, trails));
    return { key: entry.id, title: title(entry), href };
  });
  const down = segments.map(({ title: of, href }) => ({ key: href, title: of, href }));
  const crumbs = ofParent ? [...screens.slice(0, -1), ...down, ...screens.slice(-1)] : [...screens, ...down];
  return (
    <nav data-part="breadcrumbs" aria-label={t('engine.breadcrumbs')} className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1 text-sm whitespace-nowrap">
        {group && (
          <li className="flex items-center gap-1 text-muted max-md:hidden">
            {t(group.label)}
            <Separator />
          </li>
        )}
        {crumbs.map(({ key, title, href }, i) => {
          const last = i === crumbs.length - 1;
          return (
            <li
              key={key}
              className={cx(
                'min-w-0',
                last ? 'truncate' : 'flex items-center gap-1 max-sm:hidden',
                title.length <= SHORT && 'sm:shrink-0',
              )}
            >
              {href && !last ? (
                <Link to={href} className="truncate text-muted hover:text-ink hover:underline">
                  {title}
                </Link>
              ) : (
                <span
                  aria-current={last ? 'page' : undefined}
                  className={last ? 'font-medium' : 'truncate text-muted'}
                >
                  {title}
                </span>
              )}
              {!last && <Separator />}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Separator() {
  return <Icon name="chevron-right" size={16} className="text-faint" />;
}
