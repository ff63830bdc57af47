/** `?`: shows the keys that work everywhere. */
import type { ReactNode } from 'react';
import { useLocale } from '../data/useLocale.ts';
import { DialogFrame } from '../ui/dialog.tsx';

const KEYS: readonly [keys: readonly string[], text: string][] = [
  [['Ctrl', 'K'], 'engine.keys.palette'],
  [['Ctrl', 'S'], 'engine.keys.save'],
  [['Ctrl', 'Enter'], 'engine.keys.save'],
  [['A', '…', 'Z'], 'engine.keys.buttons'],
  [['Esc'], 'engine.keys.close'],
  [['?'], 'engine.keys.help'],
];

export function KeysHelp({ onClose }: { onClose(): void }): ReactNode {
  const { t } = useLocale();
  return (
    <DialogFrame title={t('engine.keys.title')} size="small" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5">
        {KEYS.map(([keys, text]) => (
          <div key={keys.join()} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded border border-line-strong bg-raised px-1.5 text-sm">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </DialogFrame>
  );
}
