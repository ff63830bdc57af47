/** Shows the questions of `confirm`; the shell holds one host. */
import { t, useLocale } from '../data/locale.ts';
import { useStore } from '../data/store.ts';
import { Button } from './button.tsx';
import { questions, type OpenQuestion } from './confirmStore.ts';
import { DialogFrame } from './dialog.tsx';

export { confirm, type Question } from './confirmStore.ts';

export function ConfirmHost() {
  const open = useStore(questions);
  return open.map((question) => <ConfirmDialog key={question.id} question={question} />);
}

function ConfirmDialog({ question }: { question: OpenQuestion }) {
  useLocale();
  const { title, message, confirmLabel, cancelLabel, tone = 'primary', inform, answer } = question;
  // What cannot be undone is never one careless Enter away.
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
