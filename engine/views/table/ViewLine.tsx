/** One saved view: its name, its audience, whether tables start with it; buttons to rename and delete it. */
import { useState, type ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import type { Kept } from '../../access/preferences.ts';
import { IconButton } from '../../ui/button.tsx';
import { Input, NativeSelect } from '../../ui/input.tsx';
import { reportFailure } from '../actions/failure.ts';
import { audienceIn, valueFor, type AudienceChoice } from './audiences.ts';
import { NAME_LENGTH, type OfferedView } from './preference.ts';
import { audienceOf, changeStart, changeViews, mayShare, moveView, startFor, type Views } from './views.ts';

interface Props {
  /** Key of the table's looks. */
  id: string;
  kept: Kept;
  offered: OfferedView;
  views: Views;
  audiences: readonly AudienceChoice[];
  /** Whether the user may rename, share and delete it. */
  mayChange: boolean;
}

export function ViewLine({ id, kept, offered, views, audiences, mayChange }: Props): ReactNode {
  const engine = useEngine();
  const i18n = useLocale();
  const { t } = i18n;
  const { view, of } = offered;
  const { name } = view;
  const [renaming, setRenaming] = useState(false);
  const act = (done: Promise<void>) => void done.catch((error: unknown) => reportFailure(engine, error, id));
  const rename = (to: string) => {
    setRenaming(false);
    if (to && to !== name)
      act(
        changeViews(engine, id, of, (all) =>
          all.map((one) => (one.id === view.id ? { ...one, name: to } : one)),
        ),
      );
  };
  const remove = async () => {
    const message = t('engine.views.deleteAsk', { name });
    if (await engine.questions.confirm({ message, confirmLabel: t('engine.views.delete'), tone: 'danger' }))
      await changeViews(engine, id, of, (all) => all.filter((one) => one.id !== view.id));
  };
  const begins = views.start === view.id;
  const theirs = of && startFor(kept, id, of) === view.id;
  return (
    <li className="flex flex-wrap items-center gap-2 border-b border-line py-1.5 last:border-b-0">
      {renaming ? (
        <NameInput name={name} onDone={rename} />
      ) : (
        <span className="min-w-32 flex-1 truncate font-medium">{name}</span>
      )}
      {mayChange && audiences.length > 1 ? (
        <span className="w-48">
          <NativeSelect
            aria-label={t('engine.views.audienceOf', { name })}
            options={audiences}
            value={valueFor(of)}
            onChange={(event) => act(moveView(engine, id, offered, audienceIn(event.target.value)))}
          />
        </span>
      ) : (
        <span className="text-sm text-muted">{audienceOf(i18n, offered)}</span>
      )}
      <span className="flex items-center">
        <Toggle
          icon="star"
          label={t('engine.views.begin', { name })}
          on={begins}
          onPress={() => act(changeStart(engine, id, undefined, begins ? null : view.id))}
        />
        {of && mayShare(engine) && (
          <Toggle
            icon="users"
            label={t('engine.views.beginTheirs', { name })}
            on={theirs === true}
            onPress={() => act(changeStart(engine, id, of, theirs ? null : view.id))}
          />
        )}
        {mayChange && (
          <>
            <IconButton
              size="s"
              icon="pencil"
              label={t('engine.views.rename', { name })}
              onClick={() => setRenaming(true)}
            />
            <IconButton
              size="s"
              icon="trash"
              label={t('engine.views.deleteOf', { name })}
              onClick={() => act(remove())}
            />
          </>
        )}
      </span>
    </li>
  );
}

function Toggle({ icon, label, on, onPress }: { icon: string; label: string; on: boolean; onPress(): void }) {
  return (
    <IconButton
      size="s"
      icon={icon}
      label={label}
      aria-pressed={on}
      tone={on ? 'primary' : 'ghost'}
      onClick={onPress}
    />
  );
}

/** Enter and blur accept the name; Esc discards it. */
function NameInput({ name, onDone }: { name: string; onDone(name: string): void }): ReactNode {
  const { t } = useLocale();
  const [text, setText] = useState(name);
  return (
    <Input
      className="min-w-32 flex-1"
      aria-label={t('engine.views.name')}
      // The user has just pressed the rename button.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      maxLength={NAME_LENGTH}
      value={text}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => onDone(text.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(text.trim());
        if (event.key !== 'Escape') return;
        // Keeps the dialog open.
        event.stopPropagation();
        onDone(name);
      }}
    />
  );
}
