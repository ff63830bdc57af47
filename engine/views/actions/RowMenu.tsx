/** The actions of one row behind a button at its end. What they need is asked for when the menu opens. */
import { useState, type ReactNode } from 'react';
import { t } from '../../data/locale.ts';
import { useStore } from '../../data/store.ts';
import type { Scope } from '../../language/evaluate.ts';
import type { CompiledAction } from '../../language/compiled.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { within } from '../../page/conditions.ts';
import { usePage } from '../../page/page.ts';
import { entryOf } from './entry.ts';
import { useRun, type Run } from './run.ts';
import { actionState } from './state.ts';
import { useTransitions, type Fetched } from './useTransitions.ts';

interface Props {
  actions: readonly CompiledAction[];
  row: Record<string, unknown>;
  /** Entries of the view itself (moving), after the actions. */
  more?: readonly MenuEntry[];
  tabIndex?: number;
}

export function RowMenu({ actions, row, more = [], tabIndex }: Props): ReactNode {
  const page = usePage();
  const run = useRun();
  const [opened, setOpened] = useState(false);
  const fetched = useTransitions(actions, row, opened);
  // Until it is opened a menu must cost nothing: there is one a row.
  const scope = useStore(page.scope, (now) => (opened ? now : undefined));
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
    if (action.type !== 'transition') return [entryOf(action, scope, run, { row })];
    return (fetched[action.at] ?? []).flatMap(({ caption, action: known }) => {
      if (!known)
        return [
          { label: caption, disabled: true, hint: t('engine.transition.unknown'), onSelect: () => undefined },
        ];
      return actionState(known, scope).visible ? [entryOf(known, scope, run, { row }, caption)] : [];
    });
  });
}
