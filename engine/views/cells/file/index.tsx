import { defineCell, type CellProps } from '../../../registry/define.ts';
import { Icon } from '../../../ui/icon.tsx';
import { shownFiles } from '../../../data/shownFiles.ts';
import { usePage } from '../../../page/page.ts';

/** Files by name, each a link that opens it; a picture shows itself small. */
function FileCell({ value, file }: CellProps) {
  const { screen } = usePage();
  const files = file ? shownFiles(value, file, screen.operations) : [];
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-3 gap-y-1">
      {files.map(({ key, name, href, thumbnail }) => (
        <a
          key={key}
          href={href}
          target="_blank"
          rel="noreferrer"
          title={name}
          className="inline-flex min-w-0 items-center gap-1.5 text-accent-strong underline-offset-2 hover:underline"
          onClick={(event) => event.stopPropagation()}
        >
          {thumbnail ? (
            <img src={thumbnail} alt="" loading="lazy" className="size-6 rounded object-cover" />
          ) : (
            <Icon name="document" size={16} />
          )}
          <span className="truncate">{name}</span>
        </a>
      ))}
    </span>
  );
}

export default defineCell({ name: 'file', component: FileCell });
