/** The account on whose behalf the layout may send requests. */
import { useEngine } from '../data/engine.ts';
import { useStore } from '../data/store.ts';
import { valueAt } from '../language/evaluate.ts';
import { useProduct } from './facts.ts';

/**
 * Returns the login of the signed-in account; undefined without one, and while the account must do something first
 * (`first` of screens/app.json), because the server would refuse the request.
 */
export function useReader(): string | undefined {
  const { first } = useProduct().app;
  return useStore(useEngine().session, ({ status, account }) =>
    status === 'in' && !(first && valueAt(account, [first.property]) === true) ? account?.login : undefined,
  );
}
