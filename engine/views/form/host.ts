/** A form that another view sends in place of its own button: the step of a wizard. */
import { createContext, useContext, useEffect, useRef } from 'react';
import { useStore } from '../../data/store.ts';
import type { CompiledForm } from '../../language/compiled.ts';
import type { Matters } from '../../routing/history.ts';
import { usePage } from '../../page/page.ts';
import type { FormController } from './controller.ts';

export interface FormHandle {
  /** Judges and sends; true once it is saved and what was to follow is done. A form that is only read is done. */
  submit(): Promise<boolean>;
  isDirty(): boolean;
}

/** What the host knows of its form now. */
export interface FormFacts {
  /** The request would pass the rules of the API. */
  valid: boolean;
  dirty: boolean;
}

export interface FormHost {
  /** The form that is hosted; others within the same view keep their own button. */
  form: CompiledForm;
  /** Moves within the page that leave the form. */
  matters: Matters;
  attach(handle: FormHandle): () => void;
  tell(facts: FormFacts): void;
}

export const FormHostContext = createContext<FormHost | undefined>(undefined);

export function useHost(form: CompiledForm): FormHost | undefined {
  const host = useContext(FormHostContext);
  return host?.form.at === form.at ? host : undefined;
}

/** Ties an open form to its host and tells it whether the form could be sent. */
export function useHosted(
  host: FormHost | undefined,
  controller: FormController,
  submit: FormHandle['submit'],
): void {
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  useEffect(
    () => host?.attach({ submit: () => latest.current(), isDirty: controller.isDirty }),
    [host, controller],
  );
  const { scope } = usePage();
  const dirty = useStore(controller.store.statusStore, (status) => status.dirty);
  const readOnly = useStore(controller.store.statusStore, (status) => status.readOnly);
  useEffect(() => {
    if (!host) return;
    const tell = () => host.tell({ valid: readOnly || passes(controller), dirty });
    tell();
    const stops = [controller.store.subscribeAny(tell), scope.subscribe(tell)];
    return () => stops.forEach((stop) => stop());
  }, [host, controller, scope, dirty, readOnly]);
}

export function passes(controller: FormController): boolean {
  const { errors, unplaced } = controller.judge(controller.payload());
  return errors.size === 0 && unplaced.length === 0;
}
