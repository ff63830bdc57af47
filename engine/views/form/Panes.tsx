/** Tabs within one form: one Save, errors counted per tab, the selected tab stored in the query. */
import { useEffect, useId, useState, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledLayout } from '../../language/compiled.ts';
import { useUrlState } from '../../routing/urlState.ts';
import { tabId, TabList } from '../../ui/tabs.tsx';
import { usePage } from '../../page/page.ts';
import { useForm, useStatus } from './context.ts';
import { regionKey } from './hidden.ts';
import { hiddenMode } from './place.ts';
import { partsAround, placeIn } from './plan.ts';

type Pane = Extract<CompiledLayout, { type: 'panes' }>['panes'][number];

interface Props {
  panes: Pane[];
  at: string;
  /** Renders the content of a pane; `place` is the path of the pane. */
  renderPane(pane: Pane, place: string): ReactNode;
}

export function Panes({ panes, at, renderPane }: Props): ReactNode {
  const { t } = useLocale();
  const id = useId();
  const { controller, openers } = useForm();
  const { store, plan } = controller;
  useStatus((status) => status.layout + status.errors);
  const [place, open] = useOpenPane(at);
  const shown = panes.filter((_, i) => !hiddenMode(store.hidden, regionKey(placeIn(at, i))));
  const active = shown.find((pane) => pane.id === place) ?? shown[0];
  useEffect(() => {
    openers.set(at, open);
    return () => void openers.delete(at);
  });
  if (!active) return null;
  const withErrors = [...store.errors.keys()].flatMap((key) => partsAround(plan, key).panes);
  const errorsIn = (pane: string) =>
    withErrors.filter(({ panes: of, id }) => of === at && id === pane).length;
  const panelId = (pane: string) => `${id}${pane}`;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <TabList
        label={t('engine.form.panes')}
        panelId={panelId}
        items={shown.map((pane) => ({
          id: pane.id,
          label: controller.text(pane.label),
          active: pane === active,
          errors: store.errors.size ? errorsIn(pane.id) : 0,
          onSelect: () => open(pane.id),
        }))}
      />
      <div
        key={active.id}
        id={panelId(active.id)}
        role="tabpanel"
        aria-labelledby={tabId(panelId(active.id))}
        className="flex min-w-0 flex-col gap-4"
      >
        {renderPane(active, placeIn(at, panes.indexOf(active)))}
      </div>
    </div>
  );
}

/** The selected pane. A dialog has no URL, so there it is stored in state while the dialog is open. */
function useOpenPane(at: string): [string | undefined, (pane: string) => void] {
  const { dialog } = usePage();
  const [query, change] = useUrlState('');
  const [own, setOwn] = useState<string>();
  const name = at === '0' ? 'pane' : `pane${at.replaceAll('/', '-')}`;
  if (dialog) return [own, setOwn];
  return [query[name], (pane) => change({ [name]: pane }, { replace: true })];
}
