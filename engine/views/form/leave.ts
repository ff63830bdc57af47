/**
 * Keeps unsaved work from being lost: a link, Back or closing the tab asks first. A dialog asks by itself, for
 * it knows from its page that there is work to lose.
 */
import { useEffect } from 'react';
import { t } from '../../data/locale.ts';
import { guardLeaving, type Matters } from '../../routing/history.ts';
import { confirm } from '../../ui/confirmStore.ts';

export function askToLeave(): Promise<boolean> {
  return confirm({
    title: t('engine.form.leaveTitle'),
    message: t('engine.form.leave'),
    confirmLabel: t('engine.form.leaveYes'),
    cancelLabel: t('engine.form.leaveNo'),
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
  useEffect(() => {
    if (!active) return;
    const unload = (event: BeforeUnloadEvent) => {
      if (dirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', unload);
    const ask = async () => {
      if (!dirty()) return true;
      const leaves = await askToLeave();
      if (leaves) left?.();
      return leaves;
    };
    const release = guardLeaving(ask, matters);
    return () => {
      window.removeEventListener('beforeunload', unload);
      release();
    };
  }, [dirty, active, matters, left]);
}
