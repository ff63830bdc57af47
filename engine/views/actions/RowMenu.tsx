/** Menu of the actions of one row. The data they need is loaded when the menu opens. */
import { useState, type ReactNode } from 'react';
import { useEngine, type Engine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import { useStore } from '../../data/store.ts';
import type { Scope } from '../../language/evaluate.ts';
import type { CompiledAction } from '../../language/compiled.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { within } from '../../page/conditions.ts';
import { usePage } from '../../page/page.ts';
import { entryOf } from './entry.ts';
import { useRun, type Run } from './run.ts';
import { actionAvailability } from './availability.ts';
import { useTransitions, type Fetched } from './useTransitions.ts';

interface Props {
  actions: readonly CompiledAction[];
  row: Record<string, unknown>;
  /** Entries added by the view (moving), after the actions. */
  more?: readonly MenuEntry[];
  tabIndex?: number;
}

export function RowMenu({ actions, row, more = [], tabIndex }: Props): ReactNode {
  const engine = useEngine();
  const { t } = useLocale();
  const page = usePage();
  const run = useRun();
  const [opened, setOpened] = useState(false);
  const fetched = useTransitions(actions, row, opened);
  // A closed menu must not subscribe to anything: there is one per row.
  const scope = useStore(page.scope, (now) => (opened ? now : undefined));
  const items: MenuEntry[] =
    scope && fetched
      ? [...entries(engine, actions, fetched, within(page, scope, { row }), run, row), ...more]
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
  engine: Engine,
  actions: readonly CompiledAction[],
  fetched: Fetched,
  scope: Scope,
  run: Run,
  row: Props['row'],
): MenuEntry[] {
  return actions.flatMap((action): MenuEntry[] => {
    const state = actionAvailability(engine, action, scope);
    if (!state.visible) return [];
    if (action.type !== 'transition') return [entryOf(engine, action, scope, run, { row })];
    return (fetched[action.at] ?? []).flatMap(({ caption, action: known }) => {
      if (!known)
        return [
          {
            label: caption,
            disabled: true,
            hint: engine.i18n.t('engine.transition.unknown'),
            onSelect: () => undefined,
          },
        ];
      return actionAvailability(engine, known, scope).visible
        ? [entryOf(engine, known, scope, run, { row }, caption)]
        : [];
    });
  });
}
