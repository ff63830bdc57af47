/** Actions as buttons in a row; an action that is not allowed or not visible takes no room. */
import type { ReactNode } from 'react';
import type { CompiledAction } from '../../language/compiled.ts';
import type { Scope } from '../../language/evaluate.ts';
import { cx } from '../../ui/cx.ts';
import { ActionButton } from './ActionButton.tsx';
import { TransitionButtons } from './TransitionButtons.tsx';

interface Props {
  actions: readonly CompiledAction[];
  local?: Scope;
  size?: 'm' | 's';
  className?: string;
}

export function ActionBar({ actions, local, size = 'm', className }: Props): ReactNode {
  if (!actions.length) return null;
  return (
    <div className={cx('flex flex-wrap items-center gap-2 empty:hidden', className)}>
      {actions.map((action) =>
        action.type === 'transition' ? (
          <TransitionButtons key={action.at} action={action} size={size} {...(local ? { local } : {})} />
        ) : (
          <ActionButton key={action.at} action={action} size={size} {...(local ? { local } : {})} />
        ),
      )}
    </div>
  );
}
