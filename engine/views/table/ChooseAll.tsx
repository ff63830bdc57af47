/** Once a whole page is chosen: the way to choose all that the filters find. */
import type { ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import { Button } from '../../ui/button.tsx';
import { tellFailure } from '../actions/failure.ts';
import type { Rows } from './rows.ts';
import type { Selection } from './selection.ts';

/** One call with several records takes no more of them, as the API of the product has it. */
const MOST = 300;

interface Props {
  source: Rows;
  selection: Selection;
  /** The rows of the other pages are being loaded. */
  busy: boolean;
  onBusy(busy: boolean): void;
}

export function ChooseAll({ source, selection, busy, onBusy }: Props): ReactNode {
  const engine = useEngine();
  const { t, formatNumber } = useLocale();
  const reachable = Math.min(source.total, MOST);
  const elsewhere = source.total > source.rows.length && selection.rows.length < reachable;
  if (selection.mode !== 'many' || selection.page !== 'all' || !elsewhere) return null;
  const choose = async () => {
    onBusy(true);
    try {
      selection.choose(await source.first(MOST));
    } catch (error) {
      tellFailure(engine, error, 'selection');
    }
    onBusy(false);
  };
  const all = source.total <= MOST;
  return (
    <Button size="s" busy={busy} onClick={() => void choose()}>
      {t(all ? 'engine.table.chooseAll' : 'engine.table.chooseFirst', {
        number: formatNumber(reachable),
        total: formatNumber(source.total),
      })}
    </Button>
  );
}
