/** One action as a button. While it runs it cannot be pressed again. */
import { useState, type ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import type { CompiledAction } from '../../language/compiled.ts';
import type { Scope } from '../../language/evaluate.ts';
import { Button } from '../../ui/button.tsx';
import { useTextOf } from '../../page/text.ts';
import { useRun } from './run.ts';
import { useActionAvailability } from './availability.ts';

interface Props {
  action: CompiledAction;
  local?: Scope;
  size?: 'm' | 's';
}

export function ActionButton({ action, local, size = 'm' }: Props): ReactNode {
  const { toasts } = useEngine();
  const { visible, enabled, hint } = useActionAvailability(action, local);
  const label = useTextOf(action.label, local);
  const run = useRun();
  const [busy, setBusy] = useState(false);
  if (!visible) return null;
  // A dialog that stands open is nothing that is waited for.
  const asks = action.type === 'open' || action.confirm?.ask !== undefined;
  const press = async () => {
    if (busy) return;
    setBusy(!asks);
    await run(action, local);
    setBusy(false);
  };
  return (
    <Button
      // A solid red button shouts beside others; that is for the question that follows.
      tone={action.tone === 'danger' ? 'default' : action.tone}
      className={action.tone === 'danger' ? 'text-danger!' : ''}
      size={size}
      busy={busy}
      disabled={!enabled && !hint}
      resting={hint}
      onRest={() => hint && toasts.show({ type: 'info', text: hint })}
      {...(action.icon ? { icon: action.icon } : {})}
      onClick={() => void press()}
    >
      {label}
    </Button>
  );
}
