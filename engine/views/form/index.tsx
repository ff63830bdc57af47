/**
 * The form view: the request schema plus layout (rules 8 and 9). This file waits for the data of the form;
 * once open, a form stays open while its data is loaded again.
 */
import { useEffect, useState, type ReactNode } from 'react';
import type { CompiledForm, CompiledScreen } from '../../language/compiled.ts';
import { loadEvaluator } from '../../language/evaluate.ts';
import { hasRules } from '../../language/rules.ts';
import type { JsonSchema } from '../../language/schema.ts';
import { ForbiddenState, SkeletonBlock } from '../../ui/states.tsx';
import { FailedRecord } from '../../page/FailedRecord.tsx';
import { usePage } from '../../page/page.ts';
import type { ViewProps } from '../../registry/define.ts';
import { SentForm } from '../sent/SentForm.tsx';
import type { FormParts } from './context.ts';
import { OpenForm } from './OpenForm.tsx';
import { useFormRecord } from './record.ts';
import type { Tree } from './store.ts';

export default function FormView({ view }: ViewProps<CompiledForm>): ReactNode {
  const { screen } = usePage();
  const { schemaFrom: from } = view;
  if (!from) return <ReadyForm view={view} schema={screen.schemas[view.schema] ?? {}} />;
  return (
    <SentForm view={view} from={from}>
      {(whole, schema, drawnBy) => (
        <ReadyForm view={whole} schema={schema} {...(drawnBy ? { drawnBy } : {})} />
      )}
    </SentForm>
  );
}

/** Renders the form once its schema and layout are loaded. */
function ReadyForm({
  view,
  schema: whole,
  drawnBy,
}: {
  view: CompiledForm;
  schema: JsonSchema;
  drawnBy?: FormParts['RunFields'];
}): ReactNode {
  const { screen } = usePage();
  const source = useFormRecord(view);
  const { create } = view.submit;
  const schema = (create && !source.record && screen.schemas[create.schema]) || whole;
  const evaluator = useEvaluator(screen, schema);
  const [open, setOpen] = useState(false);
  const ready = source.ready && evaluator;
  if (ready && !open) setOpen(true);
  if (open || ready)
    return <OpenForm view={view} schema={schema} record={source.record} {...(drawnBy ? { drawnBy } : {})} />;
  if (source.problem?.status === 403) return <ForbiddenState />;
  if (source.problem) return <FailedRecord problem={source.problem} onRetry={() => void source.reload()} />;
  return <SkeletonBlock lines={6} />;
}

/** A form of a record that is already loaded. */
export function RecordForm({ view, record }: { view: CompiledForm; record: Tree }): ReactNode {
  const { screen } = usePage();
  const schema = screen.schemas[view.schema] ?? {};
  if (!useEvaluator(screen, schema)) return <SkeletonBlock lines={1} />;
  return <OpenForm view={view} schema={schema} record={record} />;
}

/** Whether expressions can be evaluated; true immediately when there are none. */
function useEvaluator(screen: CompiledScreen, schema: JsonSchema): boolean {
  const needed = screen.needsEvaluator || hasRules(schema);
  const [ready, setReady] = useState(!needed);
  useEffect(() => {
    let gone = false;
    if (needed) void loadEvaluator().then(() => !gone && setReady(true));
    return () => {
      gone = true;
    };
  }, [needed]);
  return ready || !needed;
}
