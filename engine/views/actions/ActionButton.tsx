/** One action as a button. While it runs it cannot be pressed again. */
import { useState, type ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import type { CompiledAction } from '../../language/compiled.ts';
import type { Scope } from '../../language/evaluate.ts';
import { Button } from '../../ui/button.tsx';
import { useTextOf } from '../../page/text.ts';
import { useRun } from './run.ts';
import { useActionAvailability } from './availability.ts';
import { useShortcut } from './useShortcut.ts';

interface Props {
  action: CompiledAction;
  local?: Scope;
  size?: 'm' | 's';
  /** The data that it reads is loading: it cannot be pressed, and keeps its place and the focus. */
  waits?: boolean;
}

export function ActionButton({ action, local, size = 'm', waits = false }: Props): ReactNode {
  const { toasts } = useEngine();
  const { visible, enabled, hint } = useActionAvailability(action, local);
  const label = useTextOf(action.label, local);
  const run = useRun();
  const [busy, setBusy] = useState(false);
  // While a dialog is open, the button is not shown as busy.
  const opensDialog = action.type === 'open' || action.confirm?.ask !== undefined;
  const press = async () => {
    if (busy || waits) return;
    setBusy(!opensDialog);
    await run(action, local);
    setBusy(false);
  };
  const button = useShortcut<HTMLButtonElement>(
    visible && enabled && !waits ? action.shortcut : undefined,
    press,
  );
  if (!visible) return null;
  return (
    <Button
      ref={button}
      // A solid red button is too loud next to others; it is used in the confirmation that follows.
      tone={action.tone === 'danger' ? 'default' : action.tone}
      className={action.tone === 'danger' ? 'text-danger!' : ''}
      size={size}
      busy={busy}
      {...(waits ? { 'aria-disabled': true } : {})}
      disabled={!enabled && !hint}
      resting={hint}
      onRest={() => hint && toasts.show({ type: 'info', text: hint })}
      {...(action.icon ? { icon: action.icon } : {})}
      {...(action.shortcut ? { shortcut: action.shortcut } : {})}
      onClick={() => void press()}
    >
      {label}
    </Button>
  );
}
