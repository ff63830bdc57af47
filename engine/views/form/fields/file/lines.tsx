/** A line of a file field: a stored file, or a pending upload. */
import type { ReactNode } from 'react';
import { useLocale } from '../../../../data/useLocale.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { ProgressBar } from '../../../../ui/progress.tsx';
import { sizeText, type ShownFile } from '../../../../data/shownFiles.ts';
import type { Upload } from './uploads.ts';

export function FileLine({ file, onRemove }: { file: ShownFile; onRemove?: () => void }) {
  const { t } = useLocale();
  const { name, size, href, thumbnail } = file;
  return (
    <Line
      picture={
        thumbnail ? <img src={thumbnail} alt="" className="size-10 rounded object-cover" /> : undefined
      }
    >
      <span className="min-w-0 flex-1">
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          className="block truncate text-accent-strong underline-offset-2 hover:underline"
        >
          {name}
        </a>
        {size && <span className="text-sm text-muted">{size}</span>}
      </span>
      {onRemove && <IconButton icon="trash" label={t('engine.file.remove', { name })} onClick={onRemove} />}
    </Line>
  );
}

interface UploadLineProps {
  upload: Upload;
  onStop(): void;
  onRetry(): void;
}

export function UploadLine({ upload, onStop, onRetry }: UploadLineProps) {
  const i18n = useLocale();
  const { t } = i18n;
  const { file, progress, error } = upload;
  return (
    <Line>
      <span className="min-w-0 flex-1">
        <span className="block truncate">{file.name}</span>
        {error ? (
          <span role="alert" className="text-sm text-danger">
            {error}
          </span>
        ) : (
          <>
            <span className="text-sm text-muted">{sizeText(i18n, file.size)}</span>
            <ProgressBar value={progress} label={t('engine.file.uploading', { name: file.name })} />
          </>
        )}
      </span>
      {error && (
        <Button size="s" tone="ghost" onClick={onRetry}>
          {t('engine.retry')}
        </Button>
      )}
      <IconButton
        icon="close"
        label={t(error ? 'engine.file.forget' : 'engine.file.stop', { name: file.name })}
        onClick={onStop}
      />
    </Line>
  );
}

function Line({ picture, children }: { picture?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      {picture ?? (
        <span className="flex size-10 shrink-0 items-center justify-center rounded bg-hover text-muted">
          <Icon name="document" />
        </span>
      )}
      {children}
    </div>
  );
}
