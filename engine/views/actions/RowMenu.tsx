/** The actions of one row behind a button at its end. What they need is asked for when the menu opens. */
import { useEffect, useState, type ReactNode } from 'react';
import { t } from '../../data/locale.ts';
import { useStore } from '../../data/store.ts';
import type { Scope } from '../../language/evaluate.ts';
import type { CompiledAction } from '../../language/compiled.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { within } from '../conditions.ts';
import { usePage } from '../page.ts';
import { textIn } from '../text.ts';
import { readyFor } from './ready.ts';
import { tellFailure, useRun, type Run } from './run.ts';
import { actionState } from './state.ts';
import { loadTransitions, type Transition } from './transitions.ts';

interface Props {
  actions: readonly CompiledAction[];
  row: Record<string, unknown>;
  /** Entries of the view itself (moving), after the actions. */
  more?: readonly MenuEntry[];
  tabIndex?: number;
}

/** Transitions that the server allows, by the place of their action in the file. */
type Fetched = Record<string, Transition[]>;

export function RowMenu({ actions, row, more = [], tabIndex }: Props): ReactNode {
  const page = usePage();
  const run = useRun();
  const [opened, setOpened] = useState(false);
  const [fetched, setFetched] = useState<Fetched>();
  // Until it is opened a menu must cost nothing: there is one a row.
  const scope = useStore(page.scope, (now) => (opened ? now : undefined));
  useEffect(() => {
    if (!opened) return;
    let gone = false;
    const fetchAll = async () => {
      await readyFor(...actions);
      const here = within(page, page.scope.get(), { row });
      const pairs = actions.map(async (action): Promise<[string, Transition[]]> => [
        action.at,
        action.type === 'transition' ? await loadTransitions(page, action, here) : [],
      ]);
      const all = Object.fromEntries(await Promise.all(pairs));
      if (!gone) setFetched(all);
    };
    fetchAll().catch((error: unknown) => {
      tellFailure(error, actions[0]?.at ?? '');
      if (!gone) setFetched({});
    });
    return () => {
      gone = true;
    };
  }, [opened, actions, row, page]);

  const items: MenuEntry[] =
    scope && fetched
      ? [...entries(actions, fetched, within(page, scope, { row }), run, row), ...more]
      : [{ label: t('engine.loading'), disabled: true, onSelect: () => undefined }];
  return (
    <Menu
      trigger={
        <IconButton
          size="s"
          icon="dots-vertical"
          label={t('engine.table.rowActions')}
          {...(tabIndex === undefined ? {} : { tabIndex })}
        />
      }
      items={
        items.length
          ? items
          : [{ label: t('engine.table.noActions'), disabled: true, onSelect: () => undefined }]
      }
      onOpen={() => setOpened(true)}
    />
  );
}

function entries(
  actions: readonly CompiledAction[],
  fetched: Fetched,
  scope: Scope,
  run: Run,
  row: Props['row'],
): MenuEntry[] {
  return actions.flatMap((action): MenuEntry[] => {
    const state = actionState(action, scope);
    if (!state.visible) return [];
    if (action.type !== 'transition') return [entry(action, undefined, scope, run, row)];
    return (fetched[action.at] ?? []).flatMap(({ caption, action: known }) => {
      if (!known)
        return [
          { label: caption, disabled: true, hint: t('engine.transition.unknown'), onSelect: () => undefined },
        ];
      return actionState(known, scope).visible ? [entry(known, caption, scope, run, row)] : [];
    });
  });
}

function entry(
  action: CompiledAction,
  caption: string | undefined,
  scope: Scope,
  run: Run,
  row: Props['row'],
): MenuEntry {
  const { enabled, hint } = actionState(action, scope);
  return {
    label: (action.label && textIn(action.label, scope)) || caption || '',
    ...(action.icon ? { icon: action.icon } : {}),
    tone: action.tone === 'danger' ? 'danger' : 'default',
    disabled: !enabled,
    ...(hint ? { hint } : {}),
    onSelect: () => void run(action, { row }),
  };
}
