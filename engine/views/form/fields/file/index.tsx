import { useMemo, useState, type DragEvent } from 'react';
import { useLocale } from '../../../../data/useLocale.ts';
import { chooseFiles } from '../../../../data/files.ts';
import { typeWord } from '../../../../language/schema.ts';
import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { Button } from '../../../../ui/button.tsx';
import { cx } from '../../../../ui/cx.ts';
import { shownFiles } from '../../../../data/shownFiles.ts';
import { usePage } from '../../../../page/page.ts';
import { useUnsaved } from '../../../../page/scope.ts';
import { useForm } from '../../context.ts';
import { emptyOf, optionKey } from '../control.ts';
import { FileLine, UploadLine } from './lines.tsx';
import { useUploads } from './uploads.ts';

/** One file, or a list of files: selected or dropped here, uploaded immediately, attached to the record by its save. */
function FileField(props: FieldProps) {
  const i18n = useLocale();
  const { t } = i18n;
  const { id, field, value, onChange, disabled, readOnly } = props;
  const { screen } = usePage();
  const [over, setOver] = useState(false);
  const { accept = field.file!.accept, camera } = field.options as { accept?: string[]; camera?: boolean };
  const file = useMemo(() => ({ ...field.file!, ...(accept ? { accept } : {}) }), [field.file, accept]);
  const many = typeWord(field.schema, {}) === 'array';
  const list = Array.isArray(value) ? (value as unknown[]) : value ? [value] : [];
  const max = many ? Number(field.options.max ?? Infinity) : 1;
  const { controller } = useForm();
  const { uploads, add, drop, retry } = useUploads(
    file,
    screen.operations[file.upload ?? ''],
    (sent) => onChange(many ? [...list, sent] : sent),
    (sending) => controller.waitFor(sending),
  );
  // Pending uploads are not in the record yet.
  useUnsaved(uploads.some((one) => !one.error));
  const fixed = disabled || readOnly;
  const room = max - (many ? list.length : 0) - uploads.length;
  const hint = optionKey(props, 'hint');

  const take = (files: readonly File[]) => {
    if (!fixed && files.length > 0) add(files.slice(0, Math.max(0, room)));
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!fixed);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={cx(
        'flex flex-col gap-2 rounded-md border border-dashed p-2',
        over ? 'border-accent bg-hover' : props.invalid ? 'border-danger' : 'border-field',
      )}
    >
      {shownFiles(i18n, value, file, screen.operations).map((shown, i) => (
        <FileLine
          key={shown.key}
          file={shown}
          {...(fixed
            ? {}
            : { onRemove: () => onChange(many ? list.filter((_, at) => at !== i) : emptyOf(props)) })}
        />
      ))}
      {uploads.map((upload) => (
        <UploadLine
          key={upload.id}
          upload={upload}
          onStop={() => drop(upload.id)}
          onRetry={() => retry(upload)}
        />
      ))}
      {!fixed && room > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button
            id={id}
            icon="upload"
            size="s"
            aria-describedby={props.describedBy}
            onClick={async () => take(await chooseFiles({ accept: file.accept ?? [], multiple: many }))}
            onBlur={props.onBlur}
          >
            {t(list.length && !many ? 'engine.file.replace' : 'engine.file.choose')}
          </Button>
          {camera && (
            <Button
              icon="camera"
              size="s"
              className="pointer-fine:hidden"
              onClick={async () => take(await chooseFiles({ accept: ['image/*'], multiple: false, camera }))}
            >
              {t('engine.file.camera')}
            </Button>
          )}
          <span className="text-sm text-muted">{t(hint ?? 'engine.file.drop')}</span>
        </div>
      )}
      {fixed && list.length === 0 && <span className="text-sm text-muted">{t('engine.file.none')}</span>}
    </div>
  );
}

export default defineField({ name: 'file', component: FileField });
