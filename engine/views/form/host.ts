/** Forms that another view submits instead of their own buttons: those of a wizard step. */
import { createContext, useContext, useEffect, useRef } from 'react';
import { useStore } from '../../data/store.ts';
import type { CompiledForm } from '../../language/compiled.ts';
import type { Matters } from '../../routing/history.ts';
import { usePage } from '../../page/page.ts';
import type { FormController } from './controller.ts';

export interface FormHandle {
  /** Validates and submits; true once it is saved and its follow-up actions are done. A read-only form returns true. */
  submit(): Promise<boolean>;
  isDirty(): boolean;
}

/** Current state of the form, for the host. */
export interface FormFacts {
  /** Whether the request is valid by the schema and rules of the API. */
  valid: boolean;
  dirty: boolean;
}

/** The interface of the host for one of its forms. */
export interface FormHost {
  /** Navigations within the page that leave the form. */
  matters: Matters;
  attach(handle: FormHandle): () => void;
  reportFacts(facts: FormFacts): void;
}

/** The hosts of the forms, by the path of each form; other forms within the same view keep their own button. */
export type FormHosts = ReadonlyMap<string, FormHost>;

export const FormHostsContext = createContext<FormHosts>(new Map());

export function useHost(form: CompiledForm): FormHost | undefined {
  return useContext(FormHostsContext).get(form.at);
}

/** Connects an open form with its host and reports whether the form is valid. */
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
    const report = () => host.reportFacts({ valid: readOnly || passes(controller), dirty });
    report();
    const stops = [controller.store.subscribeAny(report), scope.subscribe(report)];
    return () => stops.forEach((stop) => stop());
  }, [host, controller, scope, dirty, readOnly]);
}

export function passes(controller: FormController): boolean {
  const { errors, unplaced } = controller.validate(controller.payload());
  return errors.size === 0 && unplaced.length === 0;
}
