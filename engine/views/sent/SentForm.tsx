/** A form whose schema and layout an operation describes. */
import { useCallback, useState, type ReactNode } from 'react';
import { useStore } from '../../data/store.ts';
import type { CompiledForm, CompiledSchemaFrom } from '../../language/compiled.ts';
import type { JsonSchema } from '../../language/schema.ts';
import { FailedState, SkeletonBlock } from '../../ui/states.tsx';
import { usePage } from '../../page/page.ts';
import type { FormParts } from '../form/context.ts';
import type { Around } from './context.ts';
import type { SentForm as Compiled } from './layout.ts';
import { SentNotice } from './SentNotice.tsx';
import { useSent } from './useSent.ts';

/** The compiled description, and the component that renders it: code that only such a form loads. */
type Drawn = Compiled & Pick<FormParts, 'RunFields'>;

interface Props {
  view: CompiledForm;
  from: CompiledSchemaFrom;
  children(view: CompiledForm, schema: JsonSchema, drawnBy?: FormParts['RunFields']): ReactNode;
}

export function SentForm({ view, from, children }: Props): ReactNode {
  const { screen } = usePage();
  const compile = useCallback(
    async (part: unknown, around: Around): Promise<Drawn> => {
      const [{ compileSentForm }, { RjsfRun }] = await Promise.all([
        import('./layout.ts'),
        import('./RjsfRun.tsx'),
      ]);
      return { ...(await compileSentForm(view, part, around)), RunFields: RjsfRun };
    },
    [view],
  );
  const { ready, result, problem, reload } = useSent(from, compile);
  const shown = useUntouched(result);
  if (shown)
    return (
      <div key={shown.turn} className="flex min-w-0 flex-col gap-3">
        <SentNotice faults={shown.value.faults} />
        {children(shown.value.form, shown.value.schema, shown.value.RunFields)}
      </div>
    );
  if (problem) return <FailedState problem={problem} onRetry={() => void reload()} />;
  if (!ready) return <SkeletonBlock lines={6} />;
  return children(view, screen.schemas[view.schema] ?? {});
}

/** Applies a new description (for example in another language) once no unsaved input would be lost. */
function useUntouched<T>(latest: T | undefined): { value: T; turn: number } | undefined {
  const unsaved = useStore(usePage().unsaved);
  const [shown, setShown] = useState<{ value: T; turn: number }>();
  if (latest === undefined || latest === shown?.value || (shown && unsaved > 0)) return shown;
  const next = { value: latest, turn: (shown?.turn ?? 0) + 1 };
  setShown(next);
  return next;
}
