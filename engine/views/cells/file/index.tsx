import type { ReactNode } from 'react';
import { useLocale } from '../../../data/useLocale.ts';
import { defineCell, type CellProps } from '../../../registry/define.ts';
import { Icon } from '../../../ui/icon.tsx';
import { shownFiles, type ShownFile } from '../../../data/shownFiles.ts';
import { usePage } from '../../../page/page.ts';

/** Files by name, each a link that opens it; an image is shown as a thumbnail, larger with `picture`. */
function FileCell({ value, file, options }: CellProps) {
  const i18n = useLocale();
  const { screen } = usePage();
  const picture = options.picture as Record<string, unknown> | undefined;
  const files = file ? shownFiles(i18n, value, file, screen.operations, picture) : [];
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-3 gap-y-1">
      {files.map((one) => (
        <a
          key={one.key}
          href={one.href}
          target="_blank"
          rel="noreferrer"
          title={one.name}
          className="inline-flex min-w-0 items-center gap-1.5 text-accent-strong underline-offset-2 hover:underline"
          onClick={(event) => event.stopPropagation()}
        >
          {picture && one.thumbnail ? <Large file={one} /> : <Small file={one} />}
        </a>
      ))}
    </span>
  );
}

const Large = ({ file: { thumbnail, name } }: { file: ShownFile }): ReactNode => (
  <img src={thumbnail} alt={name} className="max-h-[60vh] max-w-full rounded-md object-contain" />
);

const Small = ({ file: { thumbnail, name } }: { file: ShownFile }): ReactNode => (
  <>
    {thumbnail ? (
      <img src={thumbnail} alt="" loading="lazy" className="size-6 rounded object-cover" />
    ) : (
      <Icon name="document" size={16} />
    )}
    <span className="truncate">{name}</span>
  </>
);

export default defineCell({ name: 'file', component: FileCell });
