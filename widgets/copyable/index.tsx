/** Text with a button that copies it to the clipboard. */
import { defineCell, IconButton, useLocale, useToast, type CellProps } from '../../engine/index.ts';
import manifest from './widget.json';

function Copyable({ value, options }: CellProps) {
  const { t } = useLocale();
  const toast = useToast();
  if (typeof value !== 'string' || value === '') return null;
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    toast({ type: 'success', text: t(String(options.copied)) });
  };
  return (
    <span className="inline-flex items-center gap-1">
      <span className="tabular-nums">{value}</span>
      {/* The clipboard is not available on pages without HTTPS. */}
      {'clipboard' in navigator && (
        <IconButton icon="copy" label={t(String(options.copy))} onClick={() => void copy()} />
      )}
    </span>
  );
}

export default defineCell({ ...manifest, component: Copyable });
