/** External links of the product; their addresses are settings of the server. */
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { useStore } from '../data/store.ts';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { useProduct } from './facts.ts';

export function OuterLinks({ mini }: { mini: boolean }) {
  const { session } = useEngine();
  const { t } = useLocale();
  const { app } = useProduct();
  const { properties } = useStore(session);
  return app.links.map(({ label, property }) => {
    const href = properties[property];
    // The setting is free text: only a web address becomes a link.
    if (typeof href !== 'string' || !/^https?:\/\//i.test(href)) return null;
    return (
      <a
        key={property}
        href={href}
        target="_blank"
        rel="noreferrer"
        title={mini ? t(label) : undefined}
        className={cx(
          'flex h-9 items-center gap-2 rounded-md pr-1 pl-2 font-medium text-muted hover:bg-hover hover:text-ink',
          mini && 'md:justify-center md:px-0',
        )}
      >
        <Icon name="external" />
        <span className={cx('truncate', mini && 'md:sr-only')}>{t(label)}</span>
      </a>
    );
  });
}
