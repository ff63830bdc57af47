import { useId, useState, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import type { Conflict } from './conflict.tsx';
import { useForm } from './context.ts';
import { applyChoices, type Choice, type Difference } from './merge.ts';
import { ValueText } from './ValueText.tsx';

export function ConflictPanel({ conflict }: { conflict: Conflict }): ReactNode {
  const { t } = useLocale();
  const { merge, answer } = conflict;
  const { conflicts, onlyMine, onlyTheirs } = merge;
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const choose = (choice: Choice, keys: string[]) =>
    setChoices((now) => new Map([...now, ...keys.map((key) => [key, choice] as const)]));
  const keys = conflicts.map(({ spot }) => spot.key);
  const open = keys.filter((key) => !choices.has(key)).length;
  return (
    <DialogFrame
      title={t('engine.form.conflict.title')}
      size="wide"
      onClose={() => answer(undefined)}
      footer={
        <>
          {open > 0 && (
            <span className="mr-auto self-center text-sm text-muted">
              {t('engine.form.conflict.left', { count: open })}
            </span>
          )}
          <Button onClick={() => answer(undefined)}>{t('engine.form.conflict.back')}</Button>
          <Button tone="primary" disabled={open > 0} onClick={() => answer(applyChoices(merge, choices))}>
            {t('engine.form.conflict.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <p className="text-muted">
          {t(conflicts.length ? 'engine.form.conflict.text' : 'engine.form.conflict.merged')}
        </p>
        {conflicts.length > 0 && (
          <section className="flex flex-col gap-3">
            <div className="flex flex-wrap items-center gap-2">
              <h3 className="mr-auto font-semibold">{t('engine.form.conflict.both')}</h3>
              <Button size="s" onClick={() => choose('mine', keys)}>
                {t('engine.form.conflict.allMine')}
              </Button>
              <Button size="s" onClick={() => choose('theirs', keys)}>
                {t('engine.form.conflict.allTheirs')}
              </Button>
            </div>
            {conflicts.map((difference) => (
              <Question
                key={difference.spot.key}
                difference={difference}
                choice={choices.get(difference.spot.key)}
                onChoose={(choice) => choose(choice, [difference.spot.key])}
              />
            ))}
          </section>
        )}
        <Listed title={t('engine.form.conflict.onlyTheirs')} differences={onlyTheirs} side="theirs" />
        <Listed title={t('engine.form.conflict.onlyMine')} differences={onlyMine} side="mine" />
      </div>
    </DialogFrame>
  );
}

/** A field that both users changed. */
function Question({
  difference,
  choice,
  onChoose,
}: {
  difference: Difference;
  choice: Choice | undefined;
  onChoose(choice: Choice): void;
}): ReactNode {
  const { t } = useLocale();
  const name = useId();
  const { controller } = useForm();
  const { field } = difference.spot;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium text-muted">{controller.text(field.label)}</legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {(['mine', 'theirs'] as const).map((side) => (
          <label
            key={side}
            className={cx(
              'flex min-w-0 cursor-pointer items-start gap-2 rounded-md border px-3 py-2',
              'has-focus-visible:outline-2 has-focus-visible:outline-accent-strong',
              choice === side ? 'border-accent-strong bg-accent-soft' : 'border-field hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={choice === side}
              onChange={() => onChoose(side)}
              className="mt-1 size-4 shrink-0 accent-accent-strong outline-none"
            />
            <span className="min-w-0">
              <span className="block text-sm text-muted">{t(`engine.form.conflict.${side}`)}</span>
              <ValueText field={field} value={difference[side]} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Lists fields that one user changed: merged automatically. */
function Listed({
  title,
  differences,
  side,
}: {
  title: string;
  differences: Difference[];
  side: Choice;
}): ReactNode {
  const { controller } = useForm();
  if (!differences.length) return null;
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <dl className="divide-y divide-line border-y border-line">
        {differences.map(({ spot, base, ...sides }) => (
          <div key={spot.key} className="grid grid-cols-1 gap-x-4 py-1.5 sm:grid-cols-[14rem_1fr]">
            <dt className="text-sm text-muted">{controller.text(spot.field.label)}</dt>
            <dd className="min-w-0">
              <s className="mr-2 text-faint">
                <ValueText field={spot.field} value={base} />
              </s>
              <ValueText field={spot.field} value={sides[side]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
