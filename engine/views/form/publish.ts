/** The values of a form for other views: views.NAME.value. */
import { useEffect } from 'react';
import { isRead, publishView, usePage } from '../../page/page.ts';
import type { FormController } from './controller.ts';

/** Publishes the values to the page at each change, if a part of the screen may read them. */
export function usePublished(controller: FormController): void {
  const page = usePage();
  const { name } = controller.form;
  useEffect(() => {
    if (!name || !isRead(page.screen, name)) return;
    const publish = () => publishView(page, name, false, { value: controller.visible() });
    publish();
    return controller.store.subscribeAny(publish);
  }, [page, name, controller]);
}

/** Lets actions of the page write into the form. */
export function useFilled(controller: FormController): void {
  const { forms } = usePage();
  const { at } = controller.form;
  useEffect(() => {
    forms.set(at, (path, value) => controller.change(path, value));
    return () => void forms.delete(at);
  }, [forms, at, controller]);
}
