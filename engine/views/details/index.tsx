/** A record as labels and values, in one to four columns. */
import { useMemo, type CSSProperties, type ReactNode } from 'react';
import { useOperation } from '../../data/useOperation.ts';
import { useLocale } from '../../data/useLocale.ts';
import { useStore } from '../../data/store.ts';
import type { CompiledDetail, CompiledDetails } from '../../language/compiled.ts';
import { holds, type Scope } from '../../language/evaluate.ts';
import { defineView, type ViewProps } from '../../registry/define.ts';
import { cx } from '../../ui/cx.ts';
import { FailedState, SkeletonBlock } from '../../ui/states.tsx';
import { ActionBar } from '../actions/ActionBar.tsx';
import { CellContent, dictionariesOf, type Captions } from '../cells/Content.tsx';
import { useCaptions } from '../../page/dictionaries.tsx';
import { useReplyRevalidation } from '../../page/revalidation.ts';
import { usePage } from '../../page/page.ts';
import { useCallArguments, useReloader, useScope } from '../../page/scope.ts';
import { textIn } from '../../page/text.ts';

function DetailsView({ view }: ViewProps<CompiledDetails>): ReactNode {
  const i18n = useLocale();
  const { screen, records } = usePage();
  const base = useScope();
  const args = useCallArguments(view.source);
  const operation = view.source && screen.operations[view.source.operation];
  const loaded = useOperation(operation, args);
  useReplyRevalidation(view.source, loaded, args, operation);
  useReloader(loaded.reload, view.name);
  const captions = useCaptions(useMemo(() => dictionariesOf(view.fields.map((f) => f.content)), [view]));
  const record = view.of ? (base.records as Scope)[view.of] : view.source ? loaded.data : base.row;
  const own = useStore(records)[view.of ?? ''];
  // A source that may not be called, or an empty reply, has no record: labels are shown with dashes.
  const coming = view.of ? own?.ready === false && !own.error : loaded.loading;
  // The values shown are those of the previous record, on which no action must run.
  const waits = view.of ? own?.previous === true : loaded.previous;
  const scope = useMemo(() => ({ ...base, row: record, record }), [base, record]);
  const title = view.title && textIn(i18n, view.title, scope);
  return (
    <section
      {...(title ? { 'aria-label': title } : {})}
      className="rounded-lg border border-line bg-surface px-4 py-3 shadow-card"
    >
      {(title || view.actions.length > 0) && (
        <header className="mb-2 flex flex-wrap items-center justify-between gap-2">
          {title ? <h2 className="text-base font-semibold">{title}</h2> : <span />}
          <ActionBar actions={view.actions} size="s" local={{ row: record }} waits={waits} />
        </header>
      )}
      {loaded.error ? (
        <FailedState problem={loaded.error} onRetry={() => void loaded.reload()} />
      ) : coming ? (
        <SkeletonBlock lines={Math.min(4, view.fields.length)} />
      ) : (
        <DetailList view={view} record={record} scope={scope} captions={captions} />
      )}
    </section>
  );
}

interface ListProps {
  view: CompiledDetails;
  record: unknown;
  scope: Scope;
  captions: Captions;
}

function DetailList({ view, record, scope, captions }: ListProps): ReactNode {
  const style = { '--columns': view.columns } as CSSProperties;
  return (
    <dl
      style={style}
      className="grid grid-cols-[repeat(min(2,var(--columns)),minmax(0,1fr))] gap-x-6 gap-y-3 md:grid-cols-[repeat(var(--columns),minmax(0,1fr))]"
    >
      {view.fields.map(
        (field, i) =>
          holds(field.visibleWhen, scope) && (
            <Item key={i} field={field} record={record} scope={scope} captions={captions} />
          ),
      )}
    </dl>
  );
}

function Item({
  field,
  record,
  scope,
  captions,
}: { field: CompiledDetail } & Omit<ListProps, 'view'>): ReactNode {
  const i18n = useLocale();
  // Always set: within a stack, the variable of the stack's item would be inherited.
  const style = { '--span': field.span } as CSSProperties;
  return (
    <div
      className={cx('min-w-0 md:[grid-column:span_var(--span,1)]', field.span > 1 && 'max-md:col-span-full')}
      style={style}
    >
      <dt className="text-sm text-muted">{textIn(i18n, field.label, scope)}</dt>
      <dd className="mt-0.5 min-h-5 min-w-0 text-ink *:whitespace-normal [&_.truncate]:whitespace-normal empty:before:text-faint empty:before:content-['—']">
        <CellContent
          content={field.content}
          row={record}
          scope={scope}
          captions={captions}
          link={field.link}
        />
      </dd>
    </div>
  );
}

export default defineView({ name: 'details', component: DetailsView });
