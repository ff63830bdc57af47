/** Several values of a dictionary, all visible: checkboxes in groups, or as the dictionary's tree. */
import { useState, type ReactNode } from 'react';
import { useLocale } from '../../../../data/useLocale.ts';
import { defineField, type Choice, type FieldProps } from '../../../../registry/define.ts';
import { cx } from '../../../../ui/cx.ts';
import { Checkbox, Input } from '../../../../ui/input.tsx';
import { useWords } from '../words.ts';

const SEARCHED_ABOVE = 10;
const INDENT = 20;

function ChecklistField({
  field,
  value,
  onChange,
  onBlur,
  disabled,
  readOnly,
  items = [],
  label,
}: FieldProps) {
  const { t } = useLocale();
  const { wordOf, valueOf } = useWords(field, field.schema.items);
  const [search, setSearch] = useState('');
  const given = Array.isArray(value) ? (value as unknown[]) : [];
  const chosen = new Set(given.map(wordOf));
  const wanted = search.trim().toLocaleLowerCase();
  const fitting = items.filter((item) => item.label.toLocaleLowerCase().includes(wanted));
  const set = (choices: readonly Choice[], on: boolean) => {
    const words = new Set<unknown>(choices.map((choice) => choice.value));
    const rest = given.filter((one) => !words.has(wordOf(one)));
    onChange(on ? [...rest, ...choices.map(valueOf)] : rest);
    onBlur();
  };
  const parts = { chosen, set, locked: Boolean(disabled || readOnly) };
  return (
    <div className="space-y-3">
      {items.length > SEARCHED_ABOVE && (
        <div className="flex items-center gap-3">
          <Input
            type="search"
            className="max-w-sm"
            aria-label={`${label}: ${t('engine.choices.search')}`}
            placeholder={t('engine.choices.search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <span className="text-sm text-muted">{t('engine.choices.chosen', { number: chosen.size })}</span>
        </div>
      )}
      {field.options.look === 'buttons' ? (
        <Buttons choices={fitting} {...parts} />
      ) : (
        groupsOf(fitting, field.options.group as string | undefined).map(([name, choices]) => (
          <Group key={name} name={name} choices={choices} {...parts} />
        ))
      )}
      {!fitting.length && <p className="text-sm text-muted">{t('engine.choices.none')}</p>}
    </div>
  );
}

interface ChoicesProps {
  choices: readonly Choice[];
  chosen: ReadonlySet<unknown>;
  set(choices: readonly Choice[], on: boolean): void;
  locked: boolean;
}

function Buttons({ choices, chosen, set, locked }: ChoicesProps): ReactNode {
  return (
    <div className="flex flex-wrap gap-1.5">
      {choices.map((choice) => (
        <button
          key={String(choice.value)}
          type="button"
          aria-pressed={chosen.has(choice.value)}
          disabled={locked}
          onClick={() => set([choice], !chosen.has(choice.value))}
          className={cx(
            'h-8 rounded-full border px-3 text-sm',
            chosen.has(choice.value)
              ? 'border-accent-strong bg-accent-soft font-medium text-accent-strong'
              : 'border-field text-muted',
            !locked && 'hover:border-muted',
          )}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}

function Group({ name, choices, chosen, set, locked }: ChoicesProps & { name: string }): ReactNode {
  const all = choices.every(({ value }) => chosen.has(value));
  const tree = choices.some(({ depth }) => depth);
  return (
    <fieldset className="rounded-md border border-line px-3 pt-2 pb-3" disabled={locked}>
      {name && (
        <legend className="px-1">
          <Checkbox
            label={<span className="font-medium">{name}</span>}
            checked={all}
            indeterminate={!all && choices.some(({ value }) => chosen.has(value))}
            disabled={locked}
            onChange={() => set(choices, !all)}
          />
        </legend>
      )}
      <div className={cx('grid gap-x-6 gap-y-1', !tree && 'sm:grid-cols-2')}>
        {choices.map((choice) => (
          <div key={String(choice.value)} style={{ paddingInlineStart: (choice.depth ?? 0) * INDENT }}>
            <Checkbox
              label={choice.label}
              className="flex min-h-8"
              checked={chosen.has(choice.value)}
              disabled={locked}
              onChange={() => set([choice], !chosen.has(choice.value))}
            />
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** The choices by the name of their group, in the order of the first choice of each group. */
function groupsOf(choices: readonly Choice[], by: string | undefined): [string, Choice[]][] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) {
    const name = by ? String(choice.item?.[by] ?? '') : '';
    groups.set(name, [...(groups.get(name) ?? []), choice]);
  }
  return [...groups];
}

export default defineField({ name: 'checklist', component: ChecklistField });
