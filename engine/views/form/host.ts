/** Forms that another view sends in place of their own buttons: those of a wizard's step. */
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

/** What the host is to one of its forms. */
export interface FormHost {
  /** Moves within the page that leave the form. */
  matters: Matters;
  attach(handle: FormHandle): () => void;
  tell(facts: FormFacts): void;
}

/** The hosts of the forms, by the place of each; other forms within the same view keep their own button. */
export type FormHosts = ReadonlyMap<string, FormHost>;

export const FormHostsContext = createContext<FormHosts>(new Map());

export function useHost(form: CompiledForm): FormHost | undefined {
  return useContext(FormHostsContext).get(form.at);
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
