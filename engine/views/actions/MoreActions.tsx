/** Menu at the end of a bar, with the actions for which the bar has no space. */
import { useState, type ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import { useStore } from '../../data/store.ts';
import type { CompiledAction } from '../../language/compiled.ts';
import type { Scope } from '../../language/evaluate.ts';
import { within } from '../../page/conditions.ts';
import { usePage } from '../../page/page.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useActionAvailability } from './availability.ts';
import { entryOf } from './entry.ts';
import { useRun } from './run.ts';
import { useShortcut } from './useShortcut.ts';

interface Props {
  actions: readonly CompiledAction[];
  local?: Scope;
  size: 'm' | 's';
  waits: boolean;
}

export function MoreActions({ actions, local, size, waits }: Props): ReactNode {
  const engine = useEngine();
  const { t } = useLocale();
  const page = usePage();
  const run = useRun();
  const [opened, setOpened] = useState(false);
  const scope = useStore(page.scope, (now) => (opened ? now : undefined));
  const items = scope
    ? actions.map((action) => {
        const entry = entryOf(engine, action, within(page, scope, local), run, local);
        return waits ? { ...entry, disabled: true } : entry;
      })
    : [{ label: t('engine.loading'), disabled: true, onSelect: () => undefined }];
  return (
    <>
      <Menu
        trigger={<IconButton size={size} tone="default" icon="more" label={t('engine.actions.more')} />}
        items={items}
        onOpen={() => setOpened(true)}
      />
      {actions.map(
        (action) =>
          action.shortcut && !waits && <Key key={action.at} action={action} {...(local ? { local } : {})} />,
      )}
    </>
  );
}

/** Handles the shortcut of an action that has no button. */
function Key({ action, local }: { action: CompiledAction; local?: Scope }): ReactNode {
  const { visible, enabled } = useActionAvailability(action, local);
  const run = useRun();
  const place = useShortcut<HTMLSpanElement>(visible && enabled ? action.shortcut : undefined, () =>
    run(action, local),
  );
  return <span ref={place} hidden />;
}
