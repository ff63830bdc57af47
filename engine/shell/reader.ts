/** Who reads, as far as the frame may ask the server on their behalf. */
import { useEngine } from '../data/engine.ts';
import { useStore } from '../data/store.ts';
import { valueAt } from '../language/evaluate.ts';
import { useProduct } from './facts.ts';

/**
 * Login of the account that is signed in; undefined for nobody, and for whoever has something to do first (`first` of
 * screens/app.json): the server would refuse what the frame asks.
 */
export function useReader(): string | undefined {
  const { first } = useProduct().app;
  return useStore(useEngine().session, ({ status, account }) =>
    status === 'in' && !(first && valueAt(account, [first.property]) === true) ? account?.login : undefined,
  );
}
