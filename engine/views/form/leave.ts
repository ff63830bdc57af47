/**
 * Protects unsaved work: a link, Back or closing the tab needs a confirmation. A dialog asks itself, as
 * its page knows about unsaved work.
 */
import { useEffect } from 'react';
import { useEngine, type Engine } from '../../data/engine.ts';
import { otherPage, type Matters } from '../../routing/history.ts';

export function confirmLeave(engine: Engine): Promise<boolean> {
  return engine.questions.confirm({
    title: engine.i18n.t('engine.form.leaveTitle'),
    message: engine.i18n.t('engine.form.leave'),
    confirmLabel: engine.i18n.t('engine.form.leaveYes'),
    cancelLabel: engine.i18n.t('engine.form.leaveNo'),
    tone: 'danger',
  });
}

/**
 * `dirty` is called when the user leaves; `matters` decides which navigations within the page also count as leaving;
 * `left` is called when the user chose to lose the changes.
 */
export function useLeaveGuard(
  dirty: () => boolean,
  active: boolean,
  { matters, left }: { matters?: Matters | undefined; left?: (() => void) | undefined } = {},
): void {
  const engine = useEngine();
  useEffect(() => {
    if (!active) return;
    const unload = (event: BeforeUnloadEvent) => {
      if (dirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', unload);
    const mayLeave = async () => {
      if (!dirty()) return true;
      const leaves = await confirmLeave(engine);
      if (leaves) left?.();
      return leaves;
    };
    const release = engine.history.guardLeaving(
      mayLeave,
      (from, to) => dirty() && (matters ?? otherPage)(from, to),
    );
    return () => {
      window.removeEventListener('beforeunload', unload);
      release();
    };
  }, [engine, dirty, active, matters, left]);
}
