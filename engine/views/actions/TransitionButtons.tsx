/** The transitions that the server allows for a record, one button each. */
import { useMemo, type ReactNode } from 'react';
import { useOperation } from '../../data/useOperation.ts';
import { useLocale } from '../../data/useLocale.ts';
import type { Scope } from '../../language/evaluate.ts';
import { Button } from '../../ui/button.tsx';
import { usePage } from '../../page/page.ts';
import { useCallArguments } from '../../page/scope.ts';
import { ActionButton } from './ActionButton.tsx';
import { useActionAvailability } from './availability.ts';
import { transitionsOf, type Transition, type TransitionAction } from './transitions.ts';

interface Props {
  action: TransitionAction;
  local?: Scope;
  size: 'm' | 's';
  waits: boolean;
}

export function TransitionButtons({ action, local, size, waits }: Props): ReactNode {
  const { screen } = usePage();
  const { visible } = useActionAvailability(action, local);
  const args = useCallArguments(action.source, local);
  const { data } = useOperation(screen.operations[action.source.operation], visible ? args : null);
  const transitions = useMemo(() => transitionsOf(action, data), [action, data]);
  if (!visible) return null;
  return transitions.map((transition) => (
    <TransitionButton
      key={transition.code}
      transition={transition}
      size={size}
      waits={waits}
      {...(local ? { local } : {})}
    />
  ));
}

function TransitionButton({
  transition: { caption, action },
  local,
  size,
  waits,
}: {
  transition: Transition;
  local?: Scope;
  size: 'm' | 's';
  waits: boolean;
}): ReactNode {
  const { t } = useLocale();
  const named = useMemo(
    () => action && (action.label ? action : { ...action, label: { const: caption } }),
    [action, caption],
  );
  if (named) return <ActionButton action={named} size={size} waits={waits} {...(local ? { local } : {})} />;
  return (
    <Button size={size} disabled title={t('engine.transition.unknown')}>
      {caption}
    </Button>
  );
}
