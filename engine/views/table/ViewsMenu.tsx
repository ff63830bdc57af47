/** Menu of the table's saved views: the current one, the others, and the dialog that saves and manages them. */
import { Suspense, useState, type ReactNode } from 'react';
import { useEngine, type Engine } from '../../data/engine.ts';
import type { I18n } from '../../data/i18n.ts';
import { useLocale } from '../../data/useLocale.ts';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { reportFailure } from '../actions/failure.ts';
import type { Address } from './address.ts';
import { audienceOf, changeViews, mayShare, useViews, type Views } from './views.ts';

interface Props {
  /** Key of the table's looks. */
  id: string;
  address: Address;
  /** Rows per page. */
  size: number;
}

const { Component: ViewsDialog } = lazyComponent(async () => (await import('./ViewsDialog.tsx')).ViewsDialog);

export function ViewsMenu({ id, address, size }: Props): ReactNode {
  const engine = useEngine();
  const i18n = useLocale();
  const { t } = i18n;
  const views = useViews(id, address, size);
  const [arranging, setArranging] = useState(false);
  const name = views.current?.view.name;
  return (
    <>
      <Menu
        trigger={
          <Button
            size="s"
            tone="ghost"
            icon="bookmark"
            className="max-sm:px-1.5"
            aria-label={name ? t('engine.views.current', { name }) : t('engine.views.title')}
            title={t('engine.views.title')}
          >
            {name && (
              <span className="max-w-40 truncate max-sm:sr-only">
                {name}
                {views.changed && ' *'}
              </span>
            )}
          </Button>
        }
        items={[
          ...choices(i18n, views),
          ...update(engine, id, views),
          { label: t('engine.views.arrange'), icon: 'settings', onSelect: () => setArranging(true) },
        ]}
      />
      {arranging && (
        <Suspense fallback={null}>
          <ViewsDialog id={id} views={views} onClose={() => setArranging(false)} />
        </Suspense>
      )}
    </>
  );
}

function choices(i18n: I18n, { all, current, choose }: Views): MenuEntry[] {
  const own = { label: i18n.t('engine.views.plain'), chosen: !current, onSelect: () => choose(undefined) };
  return [
    own,
    ...all.map((one): MenuEntry => {
      const hint = audienceOf(i18n, one);
      return {
        label: one.view.name,
        chosen: one.view.id === current?.view.id,
        ...(hint ? { hint } : {}),
        onSelect: () => choose(one.view),
      };
    }),
  ];
}

/** Returns the menu entry that saves the current state of the table to the chosen view. */
function update(engine: Engine, id: string, { current, changed, capture }: Views): MenuEntry[] {
  if (!current || !changed || (current.of && !mayShare(engine))) return [];
  const { view, of } = current;
  const save = () =>
    changeViews(engine, id, of, (views) =>
      views.map((one) => (one.id === view.id ? { ...one, ...capture() } : one)),
    );
  return [
    {
      label: engine.i18n.t('engine.views.update', { name: view.name }),
      icon: 'save',
      onSelect: () => void save().catch((error: unknown) => reportFailure(engine, error, id)),
    },
  ];
}
