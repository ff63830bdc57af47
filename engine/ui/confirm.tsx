/** Shows the confirmations of `confirm`; the shell renders one host. */
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { useStore } from '../data/store.ts';
import { Button } from './button.tsx';
import type { OpenQuestion } from './confirmStore.ts';
import { DialogFrame } from './dialog.tsx';

export function ConfirmHost() {
  const { questions } = useEngine();
  const open = useStore(questions);
  return open.map((question) => <ConfirmDialog key={question.id} question={question} />);
}

function ConfirmDialog({ question }: { question: OpenQuestion }) {
  const { t } = useLocale();
  const { title, message, confirmLabel, cancelLabel, tone = 'primary', inform, answer } = question;
  // A destructive action is never confirmed by Enter alone.
  const safe = tone === 'danger';
  return (
    <DialogFrame
      role="alertdialog"
      size="small"
      title={title ?? t('engine.confirm.title')}
      onClose={() => answer(false)}
      footer={
        <>
          {!inform && (
            <Button onClick={() => answer(false)} data-autofocus={safe || undefined}>
              {cancelLabel ?? t('engine.cancel')}
            </Button>
          )}
          <Button tone={tone} onClick={() => answer(true)} data-autofocus={!safe || undefined}>
            {confirmLabel ?? t(inform ? 'engine.close' : 'engine.confirm.yes')}
          </Button>
        </>
      }
    >
      <p className="whitespace-pre-line text-ink">{message}</p>
    </DialogFrame>
  );
}
