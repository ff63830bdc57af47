/** Button shown when a whole page is selected: it selects all rows that match the filters. */
import type { ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import { Button } from '../../ui/button.tsx';
import { reportFailure } from '../actions/failure.ts';
import type { Rows } from './rows.ts';
import type { Selection } from './selection.ts';

/** Most records that the product's API accepts in one call. */
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
      reportFailure(engine, error, 'selection');
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
