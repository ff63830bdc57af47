/**
 * Keeps unsaved work from being lost: a link, Back or closing the tab asks first. A dialog asks by itself, for
 * it knows from its page that there is work to lose.
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
 * `dirty` is asked at the moment of leaving; `matters` says which moves within the page are leaving too; `left` is told
 * when the reader chose to lose the work.
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
    const ask = async () => {
      if (!dirty()) return true;
      const leaves = await confirmLeave(engine);
      if (leaves) left?.();
      return leaves;
    };
    const release = engine.history.guardLeaving(
      ask,
      (from, to) => dirty() && (matters ?? otherPage)(from, to),
    );
    return () => {
      window.removeEventListener('beforeunload', unload);
      release();
    };
  }, [engine, dirty, active, matters, left]);
}
