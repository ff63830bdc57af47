/** An open form: its controller, its fields, its Save. */
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { useEngine, type Engine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import { holdsAny, useCan } from '../../access/can.ts';
import type { CompiledForm, CompiledOperation, ScreenEntry } from '../../language/compiled.ts';
import type { JsonSchema } from '../../language/schema.ts';
import { Banner } from '../../ui/banner.tsx';
import { cx } from '../../ui/cx.ts';
import { usePage, type Page } from '../../page/page.ts';
import { callArguments } from '../../page/scope.ts';
import { useScreens } from '../../page/screens.ts';
import { useTextOf } from '../../page/text.ts';
import type { CheckCalls } from './checks.ts';
import { ConflictDialog, type Conflict } from './conflict.tsx';
import { FormContext, useStatus, type FormParts } from './context.ts';
import { FormController } from './controller.ts';
import { useFormDraft } from './draft.ts';
import { DraftOffer } from './DraftOffer.tsx';
import { useHosted, useHost } from './host.ts';
import { FormButtons } from './FormButtons.tsx';
import { Layout } from './Layout.tsx';
import { makeParts } from './parts.ts';
import { useFilled, usePublished } from './publish.ts';
import { RunFields } from './RunFields.tsx';
import type { Tree } from './store.ts';
import { pagingFor } from './rowChoices.ts';
import { submitForm } from './submit.ts';
import { Summary } from './Summary.tsx';
import { useFirstField } from './first.ts';
import { validatorOf } from './validator.ts';
import { useFollow, useNamedField, useSaveKey } from './useFollow.ts';

/** Number of fields above which only the visible part is laid out. */
const LONG = 60;

/** Milliseconds after rendering until the form loads and prepares its validation. */
const PREPARE_MS = 300;

/** How checks of fields call the server: with the permissions of the account, and never from the cache. */
const checkCallsOf = (engine: Engine, { screen: { operations } }: Page): CheckCalls => ({
  argumentsOf: (call, scope) => {
    const operation = operations[call.operation];
    return operation && holdsAny(operation.permissions, engine.session.get())
      ? callArguments(call, operation, scope)
      : null;
  },
  send: (id, args) => {
    const operation = operations[id]!;
    return engine.api.read(operation, args, { ...pagingFor(operation), fresh: true });
  },
});

interface Props {
  view: CompiledForm;
  /** Schema of the request. */
  schema: JsonSchema;
  record: Tree | undefined;
  /** Component that renders its runs of fields, if not the engine's own. */
  drawnBy?: FormParts['RunFields'];
}

export function OpenForm({ view, schema, record, drawnBy = RunFields }: Props): ReactNode {
  const engine = useEngine();
  const page = usePage();
  const { entries } = useScreens();
  const i18n = useLocale();
  const { locale } = i18n;
  const allowed = useCan()(view.submit.access);
  const [controller] = useState(
    () =>
      new FormController({
        form: view,
        schema,
        record,
        scope: page.scope.get,
        i18n,
        allowed,
        checkCalls: checkCallsOf(engine, page),
      }),
  );
  const draft = useFormDraft(controller);
  const id = useId();
  const parts = useMemo(
    () =>
      makeParts(controller, {
        id: `form${id}`,
        long: controller.plan.spots.length > LONG,
        RunFields: drawnBy,
      }),
    [controller, id, drawnBy],
  );
  const element = useRef<HTMLFormElement>(null);
  const [refused, setRefused] = useState(0);
  const [conflict, setConflict] = useState<Conflict>();

  const host = useHost(view);
  const submit = (): Promise<boolean> => {
    return submitForm(engine, {
      controller,
      operation: operationOf(page, view, controller.record),
      run: { page, entries },
      hosted: host !== undefined,
      saved: () => draft?.drop(),
      refuse: () => setRefused((n) => n + 1),
      resolve: (merge) =>
        new Promise((answer) => {
          setConflict({
            merge,
            answer: (values) => {
              setConflict(undefined);
              answer(values);
            },
          });
        }),
    });
  };
  useFollow(controller, record, locale, allowed, { matters: host?.matters, left: draft?.drop });
  // A read-only form has nothing to send and does not block the wizard.
  useHosted(host, controller, async () => controller.store.status.readOnly || (await submit()));
  useEffect(() => {
    const timer = setTimeout(() => validatorOf(schema), PREPARE_MS);
    return () => clearTimeout(timer);
  }, [schema]);
  usePublished(controller);
  useFilled(controller);
  useNamedField(parts);
  useFirstField(parts, element, page.dialog !== undefined || isPublic(entries, page));
  useSaveKey(element, page.dialog !== undefined, () => void submit());

  const inDialog = page.dialog !== undefined;
  const fields = useMemo(
    () => <Layout key={locale} items={view.layout} at="" columns={1} framed={!inDialog} />,
    [view.layout, locale, inDialog],
  );
  return (
    <FormContext value={parts}>
      <form
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void submit();
        }}
        className={cx(
          'flex min-w-0 flex-col gap-4',
          !inDialog && (isNarrow(view) ? 'max-w-lg' : 'max-w-[75rem]'),
        )}
      >
        <ReadOnlyNote view={view} allowed={allowed} />
        {draft && <DraftOffer draft={draft} />}
        <Summary refused={refused} />
        {fields}
        <FormButtons view={view} hosted={host !== undefined} />
      </form>
      {conflict && <ConflictDialog conflict={conflict} />}
    </FormContext>
  );
}

/** Whether the page is public: such a page exists only for its form. */
const isPublic = (entries: readonly ScreenEntry[], { screen }: Page): boolean =>
  entries.some((entry) => entry.id === screen.id && entry.public);

/** The operation that saves; a new record may have a separate one. */
function operationOf(
  { screen }: Page,
  { submit }: CompiledForm,
  record: Tree | undefined,
): CompiledOperation {
  const name = record ? submit.operation : (submit.create?.operation ?? submit.operation);
  const operation = screen.operations[name];
  if (!operation) throw new Error(`Screen "${screen.id}" has no operation "${name}"`);
  return operation;
}

/** Shows why the form is read-only: missing permissions, or the state of the record. */
function ReadOnlyNote({ view, allowed }: { view: CompiledForm; allowed: boolean }): ReactNode {
  const { t } = useLocale();
  const readOnly = useStatus((status) => status.readOnly);
  const { readOnlyNote: own } = view;
  const note = useTextOf(own || undefined);
  if (!readOnly || own === false) return null;
  return (
    <Banner tone="warning">{note || t(allowed ? 'engine.form.readOnly' : 'engine.form.noRight')}</Banner>
  );
}

/** Whether all fields are below one another, so that the page need not be wide. */
const isNarrow = (view: CompiledForm): boolean =>
  view.layout.every((item) => item.type === 'field' && item.span === 1);
