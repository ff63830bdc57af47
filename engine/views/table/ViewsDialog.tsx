/** Dialog that saves the current state of a table as a view and manages the saved views. */
import { useId, useState, type ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import type { Audience } from '../../access/preferences.ts';
import { useStore } from '../../data/store.ts';
import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { FieldShell } from '../../ui/field.tsx';
import { Input, NativeSelect } from '../../ui/input.tsx';
import { reportFailure } from '../actions/failure.ts';
import { audienceIn, useAudiences, type AudienceChoice } from './audiences.ts';
import { NAME_LENGTH } from './preference.ts';
import { ViewLine } from './ViewLine.tsx';
import { changeViews, mayShare, type Views } from './views.ts';

interface Props {
  /** Key of the table's looks. */
  id: string;
  views: Views;
  onClose(): void;
}

export function ViewsDialog({ id, views, onClose }: Props): ReactNode {
  const engine = useEngine();
  const { t } = useLocale();
  const kept = useStore(engine.preferences);
  const audiences = useAudiences();
  return (
    <DialogFrame
      title={t('engine.views.title')}
      size="medium"
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          {t('engine.columns.done')}
        </Button>
      }
    >
      <SaveAs id={id} views={views} audiences={audiences} />
      {views.all.length > 0 && (
        <ul className="mt-5 flex flex-col border-t border-line">
          {views.all.map((one) => (
            <ViewLine
              key={one.view.id}
              id={id}
              kept={kept}
              offered={one}
              views={views}
              audiences={audiences}
              mayChange={!one.of || mayShare(engine)}
            />
          ))}
        </ul>
      )}
    </DialogFrame>
  );
}

/** Form that saves the current state of the table under a new name. */
function SaveAs({ id, views, audiences }: Omit<Props, 'onClose'> & { audiences: readonly AudienceChoice[] }) {
  const engine = useEngine();
  const { t } = useLocale();
  const field = useId();
  const [name, setName] = useState('');
  const [of, setOf] = useState<Audience>();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    const view = { id: crypto.randomUUID(), name: name.trim(), ...views.capture() };
    setBusy(true);
    try {
      await changeViews(engine, id, of, (all) => [...all, view]);
      views.mark(view.id);
      setName('');
    } catch (error) {
      reportFailure(engine, error, id);
    }
    setBusy(false);
  };
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() && !busy) void save();
      }}
    >
      <FieldShell
        id={field}
        label={t('engine.views.saveAs')}
        hint={t('engine.views.holds')}
        className="min-w-56 flex-1"
      >
        <Input
          id={field}
          data-autofocus
          aria-describedby={`${field}-hint`}
          maxLength={NAME_LENGTH}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </FieldShell>
      <div className="flex items-end gap-3 sm:mb-6">
        {audiences.length > 1 && (
          <span className="w-48">
            <NativeSelect
              aria-label={t('engine.views.audience')}
              options={audiences}
              onChange={(event) => setOf(audienceIn(event.target.value))}
            />
          </span>
        )}
        <Button type="submit" tone="primary" icon="save" busy={busy} disabled={!name.trim()}>
          {t('engine.form.save')}
        </Button>
      </div>
    </form>
  );
}
