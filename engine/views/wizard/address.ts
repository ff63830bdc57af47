/** The step in the URL, as `step`; the first step has no parameter. A dialog keeps it in memory. */
import { useCallback, useMemo, useState } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useStore } from '../../data/store.ts';
import type { CompiledWizard } from '../../language/compiled.ts';
import type { Location, Matters } from '../../routing/history.ts';
import { usePageAddress } from '../../routing/AddressRouter.tsx';
import { patchSearch } from '../../routing/urlState.ts';
import { usePage } from '../../page/page.ts';

export interface StepAddress {
  /** Number of the requested step, from 0. */
  requested: number;
  go(step: number, options?: { replace?: boolean }): Promise<void>;
  /** Whether a navigation leaves the step: to another step, or to another page. */
  matters: Matters;
  /** Continues after a step was saved; `before` is the location before the save, whose follow-up actions may navigate. */
  goOn(from: number, before: Location): Promise<void>;
}

export function useStepAddress({ steps }: CompiledWizard): StepAddress {
  const { addresses, history } = useEngine();
  const { dialog, screen } = usePage();
  const search = useStore(usePageAddress(), (now) => now.search);
  const [memory, setMemory] = useState(0);
  const numberIn = useCallback(
    (query: string) => {
      const id = new URLSearchParams(query).get('step');
      return Math.max(
        0,
        steps.findIndex((step) => step.id === id),
      );
    },
    [steps],
  );
  const go = useCallback(
    async (step: number, options: { replace?: boolean } = {}) => {
      if (dialog) return setMemory(step);
      const { pathname, search: now, state } = history.location.get();
      const query = patchSearch(now, '', { step: step === 0 ? undefined : steps[step]!.id });
      if (query !== now) await history.goTo(pathname + query, { ...options, state });
    },
    [history, dialog, steps],
  );
  return useMemo(
    () => ({
      requested: dialog ? memory : numberIn(search),
      go,
      matters: (from, to) => from.pathname !== to.pathname || numberIn(from.search) !== numberIn(to.search),
      goOn: async (from, before) => {
        const now = history.location.get();
        const moved = !dialog && now.pathname !== before.pathname;
        // The save has navigated to another page: stay there.
        if (moved && addresses.screenAt(now.pathname) !== screen.id) return;
        // A new draft has just got its URL: Back must return to this step of it.
        if (moved) await go(from, { replace: true });
        await go(from + 1, { replace: !moved && now.key !== before.key });
      },
    }),
    [addresses, history, dialog, memory, numberIn, search, go, screen.id],
  );
}
