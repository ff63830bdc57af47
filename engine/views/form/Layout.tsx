/** The layout of a form: runs of fields, with sections, panes and nested views between them. */
import { useContext, useId, useMemo, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledAction, CompiledLayout } from '../../language/compiled.ts';
import { ActionBar } from '../actions/ActionBar.tsx';
import { cx } from '../../ui/cx.ts';
import { PageContext, usePage } from '../../page/page.ts';
import { useScope } from '../../page/scope.ts';
import { View } from '../view.tsx';
import { holds } from '../../language/evaluate.ts';
import { PrefixContext, useForm, useStatus } from './context.ts';
import { regionKey } from './hidden.ts';
import { insetPage } from './insetPage.ts';
import { Panes } from './Panes.tsx';
import { hiddenMode } from './place.ts';
import { partsAround, placeIn } from './plan.ts';
import { blocksOf, ColumnsContext, type Block, type Run } from './run.ts';
import { ALIGNED, gridClass } from './RunFields.tsx';
import { useFormScope, valuesOf } from './useFormScope.ts';

interface Props {
  items: readonly CompiledLayout[];
  /** Path of the items in the layout; within an item of a list it begins with the key of that item: `rows.2.` */
  at: string;
  columns: number;
  /** Fields outside sections get a separate frame. */
  framed?: boolean;
}

/** Frame of a section, and of fields without one. */
const FRAME = 'flex min-w-0 flex-col gap-4 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5';

export function Layout({ items, at, columns, framed = false }: Props): ReactNode {
  const groups = groupRuns(blocksOf(items));
  return groups.map((group) =>
    Array.isArray(group) ? (
      <div key={`run ${group[0]!.at}`} className={framed ? FRAME : 'contents'}>
        {group.map((block) => (
          <RunBlock key={block.at} run={block.run} columns={columns} />
        ))}
      </div>
    ) : (
      <Other key={group.at} item={group.item} at={placeIn(at, group.at)} framed={framed} />
    ),
  );
}

type RunOf = Extract<Block, { type: 'run' }>;

/** Groups consecutive runs, which share one frame. */
function groupRuns(blocks: readonly Block[]): (RunOf[] | Extract<Block, { type: 'other' }>)[] {
  const groups: (RunOf[] | Extract<Block, { type: 'other' }>)[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.type === 'other') groups.push(block);
    else if (Array.isArray(last)) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

/** Estimated height of a field, for runs that are not laid out yet. */
const ROW_HEIGHT = 76;

function RunBlock({ run, columns }: { run: Run; columns: number }): ReactNode {
  const { long, RunFields } = useForm();
  const lines = Math.ceil(run.rows.reduce((sum, { row }) => sum + (row ? columns : 1), 0) / columns);
  return (
    <div
      className={cx(gridClass(columns), columns > 1 && ALIGNED, long && '-m-1 p-1')}
      style={
        long
          ? { contentVisibility: 'auto', containIntrinsicSize: `auto none auto ${lines * ROW_HEIGHT}px` }
          : undefined
      }
    >
      <ColumnsContext value={columns}>
        <RunFields run={run} />
      </ColumnsContext>
    </div>
  );
}

function Other({
  item,
  at,
  framed,
}: {
  item: Exclude<CompiledLayout, { type: 'field' | 'row' }>;
  at: string;
  framed: boolean;
}): ReactNode {
  if (item.type === 'section') return <Section section={item} at={at} />;
  if (item.type === 'panes')
    return (
      <Panes
        panes={item.panes}
        at={at}
        renderPane={(pane, place) => <Layout items={pane.layout} at={place} columns={1} framed={framed} />}
      />
    );
  return item.type === 'actions' ? <Actions actions={item.actions} /> : <Inset item={item} />;
}

/** Buttons between the fields; within an item of a list their scope includes the item. */
function Actions({ actions }: { actions: readonly CompiledAction[] }): ReactNode {
  const prefix = useContext(PrefixContext);
  const local = useFormScope(actions.flatMap(valuesOf), prefix);
  return <ActionBar actions={actions} local={local} size="s" />;
}

function Section({
  section,
  at,
}: {
  section: Extract<CompiledLayout, { type: 'section' }>;
  at: string;
}): ReactNode {
  const { t } = useLocale();
  const id = useId();
  const { controller } = useForm();
  const { store, plan } = controller;
  const hidden = useStatus(() => hiddenMode(store.hidden, regionKey(at)) !== undefined);
  const errors = useStatus(
    () => [...store.errors.keys()].filter((key) => partsAround(plan, key).sections.includes(at)).length,
  );
  if (hidden) return null;
  return (
    <section aria-labelledby={id} className={FRAME}>
      <h2 id={id} className="flex items-center gap-2 text-lg font-semibold">
        {controller.text(section.title)}
        {errors > 0 && (
          <span className="rounded-full bg-danger-soft px-2 text-xs font-medium text-danger">
            {t('engine.form.errorCount', { count: errors })}
          </span>
        )}
      </h2>
      <Layout items={section.rows} at={at} columns={section.columns} />
    </section>
  );
}

/** A view within the form, which reads the form's values; while its condition is false its content is disabled. */
function Inset({ item }: { item: Extract<CompiledLayout, { type: 'view' }> }): ReactNode {
  const local = useFormScope([item.enabledWhen]);
  const scope = useScope(local);
  const enabled = holds(item.enabledWhen, scope);
  const { controller } = useForm();
  const page = usePage();
  const within = useMemo(() => insetPage(page, controller), [page, controller]);
  return (
    <div inert={!enabled} className={cx('min-w-0', !enabled && 'opacity-60')}>
      <PageContext value={within}>
        <View view={item.view} />
      </PageContext>
    </div>
  );
}
